import Documents

extension Table {
  /// The table in a page.
  ///
  /// - Parameters:
  ///   - caption: the subject of the table, for people who cannot see what is around it.
  ///   - isFiltered: true if the filter of the page finds rows by their first cell.
  func html(caption: String, isFiltered: Bool = false) -> String {
    let titles = columns.map { column -> TemplateValues in
      ["title": .html(column.title.html), "isNumber": .flag(column.isNumber)]
    }
    let rows = rows.map { row -> TemplateValues in
      let cells = zip(columns, row).map { column, cell -> TemplateValues in
        [
          "cell": .html(column.isNumber ? cell.htmlNumber : cell.html),
          "isNumber": .flag(column.isNumber),
        ]
      }
      return ["cells": .list(cells), "words": .text(isFiltered ? row[0].plain.lowercased() : "")]
    }
    return Template.fragments.text(
      of: "table", ["caption": .text(caption), "columns": .list(titles), "rows": .list(rows)])
  }
}
