// Everything that a tool with strategies of its own needs, in one import.
@_exported import AnnotationFamilies
@_exported import Clustering
@_exported import Commands
@_exported import EventSimulation
@_exported import Families
@_exported import LocationFamilies
@_exported import LocationSimulation
@_exported import MapGeometry
@_exported import MapSimulation
@_exported import PinData
@_exported import RegionFamilies
@_exported import RouteFamilies
@_exported import ScenarioModel
@_exported import ScreenFamilies
@_exported import SearchFamilies
@_exported import SearchSimulation
@_exported import ServerFamilies
@_exported import UpdateSimulation
@_exported import Workloads

@_exported import struct Statistics.SplitMix64
