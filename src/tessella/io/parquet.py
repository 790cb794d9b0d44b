"""Parquet files as text: read as lines of CSV without their header, written from the text of a CSV file."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.io.extras import load

PARQUET = ".parquet"  # how the name of such a file ends
ROWS_AT_ONCE = 1 << 14
ROW_GROUP_BYTES = 1 << 24  # bytes of CSV text that become a row group


def broken_file(name: str, why: object) -> ParseError:
    """Return the error for a file that cannot be unpacked."""
    return ParseError(_("cannot decompress {text}: {why}"), text=name, why=why)


class ParquetReader:
    """The rows of a Parquet file as lines: of `columns` the first, which it must have, and the others that it has."""

    def __init__(self, file: Any, name: str, columns: Sequence[str]) -> None:
        if not file.seekable():
            raise ParseError(_("cannot read Parquet from a pipe: {text}"), text=name)
        self.name = name
        self.arrow, parquet = (load(module, "data", quote(name)) for module in ("pyarrow", "pyarrow.parquet"))
        try:
            self.file = parquet.ParquetFile(file)
        except (self.arrow.ArrowException, OSError) as error:
            raise broken_file(name, error) from None
        names = self.file.schema_arrow.names
        if columns[0] not in names:
            message = _("expected a column named {column}, got {names}")
            raise ParseError(message, column=columns[0], names=quote(", ".join(names)))
        self.columns = [column for column in columns if column in names]
        self.rows: int = self.file.metadata.num_rows
        self.rows_read = 0

    def chunks(self) -> Iterator[bytes]:
        """Yield the text, many lines at a time."""
        compute = load("pyarrow.compute", "data", quote(self.name))
        # Not in Arrow's own threads: see `ParquetWriter`, the file is Python's.
        batches = self.file.iter_batches(ROWS_AT_ONCE, columns=self.columns, use_threads=False)
        while True:
            try:
                batch = next(batches, None)
                if batch is None:
                    return
                parts = [compute.fill_null(compute.cast(batch.column(name), "string"), "") for name in self.columns]
            except (self.arrow.ArrowException, OSError) as error:
                raise broken_file(self.name, error) from None
            parts = [compute.replace_substring_regex(part, "[\r\n,]", " ") for part in parts]
            # An empty row is a wrong one: it must not vanish as an empty line would.
            parts[0] = compute.if_else(compute.equal(parts[0], ""), "''", parts[0])
            lines = compute.binary_join_element_wise(*parts, ",") if len(parts) > 1 else parts[0]
            lines = compute.binary_join_element_wise(lines, "", "\n")
            self.rows_read += len(batch)
            yield "".join(lines.to_pylist()).encode()


class ParquetWriter:
    """A Parquet file that takes the text of a CSV file, and writes a row group whenever there is enough.

    Columns are text but for those of `number_columns`. Without any text it gets the columns of `columns`.
    """

    def __init__(self, raw: Any, name: object, columns: Sequence[str], number_columns: Collection[str]) -> None:
        modules = ("pyarrow", "pyarrow.csv", "pyarrow.parquet")
        self.arrow, self.csv, self.parquet = (load(module, "data", quote(name)) for module in modules)
        self.raw = raw
        self.columns, self.number_columns = columns, number_columns
        self.file: Any = None
        # Arrow's threads may let go of what they read when Python has ended, and then memory of Python's own ends in an
        # abort (https://github.com/apache/arrow/issues/33975): the text waits in memory of Arrow's.
        self.text = self.arrow.BufferOutputStream()

    def _begin(self, columns: Sequence[str]) -> None:
        number, text = self.arrow.float64(), self.arrow.string()
        self.schema = self.arrow.schema([(name, number if name in self.number_columns else text) for name in columns])
        self.options = self.csv.ConvertOptions(
            column_types=self.schema, include_columns=columns, null_values=[""], strings_can_be_null=True
        )
        self.file = self.parquet.ParquetWriter(self.raw, self.schema, use_dictionary=False)

    def write(self, data: bytes) -> None:
        """Take whole lines, of which the first names the columns."""
        if data and self.file is None:
            head, _newline, data = data.partition(b"\n")
            self._begin(head.decode().strip().split(","))
        self.text.write(data)
        if self.text.tell() >= ROW_GROUP_BYTES:
            self._pass_on()

    def _pass_on(self) -> None:
        if self.text.tell():
            names = self.csv.ReadOptions(column_names=self.schema.names)
            table = self.csv.read_csv(self.text.getvalue(), read_options=names, convert_options=self.options)
            self.file.write_table(table)
            self.text = self.arrow.BufferOutputStream()

    def close(self) -> None:
        """Write what is left, and what stands at the end of such a file."""
        if self.file is None:
            self._begin(self.columns)
        self._pass_on()
        self.file.close()
