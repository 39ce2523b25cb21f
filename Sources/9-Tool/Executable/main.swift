import Foundation
import MapPressure

await MapPressureTool(families: .standard).main()
