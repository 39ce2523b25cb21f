/// The tables of a store, in a schema of their own.
enum PostgreSQLSchema {
  /// The version, which increases with each change of the tables or their contents.
  static let version: Int64 = 2

  /// The column that a store of version 1 lacks. Servers of that version continue without it.
  static let additionOfProperties = """
    ALTER TABLE mappressure.pins ADD COLUMN IF NOT EXISTS properties text NOT NULL DEFAULT '';
    UPDATE mappressure.state SET schema = 2 WHERE schema = 1;
    """

  static let indexes = """
    CREATE INDEX IF NOT EXISTS pins_by_code ON mappressure.pins(code, id);
    CREATE INDEX IF NOT EXISTS pins_by_place ON mappressure.pins USING gist(place);
    """

  /// `place` repeats the code in the form that the spatial index takes; it has no reference system,
  /// because its units are steps. The functions read one range after the other, in order: a join with
  /// the list of ranges leaves the way to the planner, which sometimes reads the whole table.
  static let creation = """
    CREATE EXTENSION IF NOT EXISTS postgis;
    CREATE SCHEMA IF NOT EXISTS mappressure;
    CREATE TABLE IF NOT EXISTS mappressure.pins(
      code bigint NOT NULL, id bigint PRIMARY KEY, name text NOT NULL,
      place geometry(Point) NOT NULL, properties text NOT NULL DEFAULT '');
    \(indexes)
    CREATE TABLE IF NOT EXISTS mappressure.cells(
      level int NOT NULL, number bigint NOT NULL, pins bigint NOT NULL,
      "columnSum" bigint NOT NULL, "rowSum" bigint NOT NULL,
      PRIMARY KEY(level, number));
    CREATE TABLE IF NOT EXISTS mappressure.state(
      pins bigint NOT NULL, version bigint NOT NULL, schema bigint NOT NULL);
    CREATE OR REPLACE FUNCTION mappressure.pins_between(
      firsts bigint[], lasts bigint[], after_code bigint, after_id bigint,
      west bigint, north bigint, east bigint, south bigint, page_size bigint)
    RETURNS TABLE(code bigint, id bigint, name text, properties text)
    LANGUAGE plpgsql STABLE AS $$
    DECLARE remaining bigint := page_size; found_count bigint;
    BEGIN
      FOR range IN 1 .. coalesce(array_length(firsts, 1), 0) LOOP
        RETURN QUERY SELECT pin.code, pin.id, pin.name, pin.properties FROM mappressure.pins AS pin
          WHERE (pin.code, pin.id) > (greatest(firsts[range], after_code),
              CASE WHEN firsts[range] > after_code THEN (-9223372036854775808)::bigint
                ELSE after_id END)
            AND pin.code <= lasts[range]
            AND ST_X(place) BETWEEN west AND east AND ST_Y(place) BETWEEN north AND south
          ORDER BY pin.code, pin.id LIMIT remaining;
        GET DIAGNOSTICS found_count = ROW_COUNT;
        remaining := remaining - found_count;
        EXIT WHEN remaining <= 0;
      END LOOP;
    END $$;
    CREATE OR REPLACE FUNCTION mappressure.cells_between(
      of_level int, firsts bigint[], lasts bigint[])
    RETURNS SETOF mappressure.cells LANGUAGE plpgsql STABLE AS $$
    BEGIN
      FOR range IN 1 .. coalesce(array_length(firsts, 1), 0) LOOP
        RETURN QUERY SELECT * FROM mappressure.cells AS cell
          WHERE cell.level = of_level AND cell.number >= firsts[range]
            AND cell.number <= lasts[range]
          ORDER BY cell.number;
      END LOOP;
    END $$;
    INSERT INTO mappressure.state SELECT 0, 0, \(version)
    WHERE NOT EXISTS (SELECT FROM mappressure.state);
    """
}
