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
