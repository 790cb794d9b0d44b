"""Builder of the page without a server: a folder of plain files, Python in the browser included."""
