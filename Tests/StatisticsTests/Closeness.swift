/// Whether two numbers agree in about ten digits.
func isClose(_ found: Double, _ expected: Double, within tolerance: Double = 2e-10) -> Bool {
  abs(found - expected) <= tolerance * abs(expected)
}
