"""Records what Spark 3.5 answers to the statements of test/fixtures/spark (see README.md beside this file)."""

import datetime
import decimal
import json
import math
import pathlib
import re
import sys

from pyspark.sql import Row, SparkSession

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures" / "spark"


def split(text):
    return [part.strip() for part in re.split(r";[ \t]*\n", text + "\n") if part.strip()]


def encode(value):
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, datetime.timedelta):
        return f"{value.total_seconds()}s"
    if isinstance(value, Row):
        return [encode(field) for field in value]
    if isinstance(value, (list, tuple)):
        return [encode(element) for element in value]
    if isinstance(value, dict):
        return sorted(([encode(key), encode(element)] for key, element in value.items()), key=json.dumps)
    raise TypeError(type(value).__name__)


def answer(spark, statement):
    try:
        frame = spark.sql(statement)
        columns = [[field.name, field.dataType.simpleString()] for field in frame.schema.fields]
        return {"statement": statement, "columns": columns, "rows": [encode(row) for row in frame.collect()]}
    except Exception as error:
        message = str(error).strip().splitlines()[0]
        condition = re.search(r"\[([A-Z_.0-9]+)\]", str(error))
        return {"statement": statement, "error": condition.group(1) if condition else message[:120]}


def main():
    spark = (
        SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.ansi.enabled", "false")
        .config("spark.driver.extraJavaOptions", "-Duser.timezone=UTC")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    for table in split((FIXTURES / "tables.sql").read_text()):
        name, query = table.split(":", 1)
        spark.sql(query).createOrReplaceTempView(name)
    wanted = sys.argv[1:]
    for path in sorted((FIXTURES / "statements").glob("*.sql")):
        if wanted and path.stem not in wanted:
            continue
        answers = [answer(spark, statement) for statement in split(path.read_text())]
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in answers)
        (FIXTURES / "answers" / f"{path.stem}.json").write_text(f"[\n{lines}\n]\n")
        print(path.stem, len(answers), sum("error" in one for one in answers))


main()
