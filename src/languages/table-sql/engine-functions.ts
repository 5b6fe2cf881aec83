/** Functions of Spark that the embedded engine refuses, with why and what to do instead (docs/spark-differences.md). */
export const refusedFunctions: Readonly<Record<string, string>> = {
  hash: "its numbers are Spark's own; use md5 or sha2",
  xxhash64: "its numbers are Spark's own; use md5 or sha2",
  crc32: "the engine has no such checksum; use md5 or sha2",
  soundex: "the engine has no sound code; compare with levenshtein",
  conv: "the engine changes no number bases; use bin, hex or unhex",
  skewness: "the engine's skewness is that of a sample; work it out from sums of powers",
  histogram_numeric: "its bins depend on Spark's order of rows; use percentile_approx",
  sentences: "it depends on Java's rules of languages; use split",
  mask: "the engine has no masks; use regexp_replace",
  luhn_check: "the engine has no such check",
  url_encode: "the engine encodes other characters than Java",
  url_decode: "the engine decodes other characters than Java",
  parse_url: "the engine takes no addresses apart; use regexp_extract",
  shuffle: "its order is by chance",
  raise_error: "an error ends a job; use rollbackOnEmpty to check rows",
  assert_true: "an error ends a job; use rollbackOnEmpty to check rows",
  to_char: "the engine has no number patterns; use format_number",
  to_varchar: "the engine has no number patterns; use format_number",
  to_number: "the engine has no number patterns; use CAST",
  try_to_number: "the engine has no number patterns; use CAST",
  schema_of_json: "the engine tells no schema of a text",
  monotonically_increasing_id: "its numbers depend on Spark's partitions; use row_number() OVER (ORDER BY ...)",
  spark_partition_id: "the engine has no partitions",
  input_file_name: "an input is one relation, whatever files it comes from",
  make_interval: "write INTERVAL with its units",
  make_dt_interval: "write INTERVAL with its units",
  make_ym_interval: "write INTERVAL with its units",
  xpath: "the engine reads no XML",
  from_csv: "an input of the job reads CSV",
  to_csv: "an output of the job writes CSV",
  from_xml: "the engine reads no XML",
  window: "the engine has no windows of streams; use date_trunc",
  session_window: "the engine has no windows of streams; use lag",
  java_method: "no code runs beside SQL",
  reflect: "no code runs beside SQL",
  current_user: "a job runs as no user of a database",
  current_database: "a job runs in no database",
  current_schema: "a job runs in no database",
  current_catalog: "a job runs in no database",
  version: "the engine is not Spark",
  randn: "the engine has no normal numbers by chance",
  aes_encrypt: "no keys stand in statements",
  aes_decrypt: "no keys stand in statements",
};

const unknownFunctions = `
  acosh asinh atanh bit_get bitmap_bit_position bitmap_bucket_number bitmap_construct_agg bitmap_count bitmap_or_agg
  charindex convert_timezone cot count_min_sketch csc equal_null getbit hll_sketch_agg hll_sketch_estimate hll_union
  hll_union_agg ilike input_file_block_length input_file_block_start like make_timestamp_ltz make_timestamp_ntz
  map_zip_with regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy rint schema_of_csv sec shiftrightunsigned
  to_binary to_timestamp_ltz to_timestamp_ntz try_aes_decrypt try_to_binary try_to_timestamp user width_bucket
  window_time xpath_boolean xpath_double xpath_float xpath_int xpath_long xpath_number xpath_short xpath_string
`;

/** Functions of Spark that the embedded engine does not know, and so refuses too. */
export const unknownToEngine: readonly string[] = unknownFunctions.trim().split(/\s+/);
