"""The referee: matches of any program over a line protocol, and reports that anybody can verify."""
