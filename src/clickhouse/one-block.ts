import { sql } from "./sql.ts";

/**
 * Settings with which the rows of an insert are one block, and the rows of a month one part,
 * whatever the server's defaults are: a block ends at the first of these limits.
 */
export const oneBlock = sql`
  max_insert_block_size = 1000000000,
  min_insert_block_size_rows = 1000000000,
  min_insert_block_size_bytes = 0`;
