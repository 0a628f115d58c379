-- sign_in_attempts: the attempts at keys and passwords that several Footfalls count together.
--
-- `_block_number` gives the inserts of all Footfalls one order, in which an insert sees every
-- earlier one. So exactly the first attempts of an address are let through, however many Footfalls
-- write at the same moment. `enable_block_number_column` keeps the numbers through merges.
-- Nothing is fsynced: a power cut may forget attempts. The `TTL` deletes rows soon after they
-- expire.
CREATE TABLE IF NOT EXISTS sign_in_attempts
(
    -- HMAC of the target and the address, with a key that ClickHouse does not have.
    key String,
    -- The insert that brought the row.
    batch UUID,
    -- True for a right key or password: the attempts before it no longer count.
    forgives Bool,
    expires_at DateTime('UTC')
)
ENGINE = MergeTree
ORDER BY key
TTL expires_at
SETTINGS
    enable_block_number_column = 1,
    merge_with_ttl_timeout = 600;
