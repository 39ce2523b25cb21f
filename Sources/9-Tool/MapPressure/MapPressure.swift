// Everything that a tool with strategies of its own needs, in one import.
@_exported import Clustering
@_exported import Families
@_exported import PinData
@_exported import ScenarioModel
@_exported import Simulation

@_exported import struct Support.SplitMix64
