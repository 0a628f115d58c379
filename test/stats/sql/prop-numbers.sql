SELECT
    sum(times) AS count,
    sum(number * times) AS sum,
    min(number) AS min,
    max(number) AS max
FROM
(
    SELECT
        number,
        toUInt64(1) AS times
    FROM
    (
        SELECT arrayJoin(tally_number) AS number
        FROM
        (
            SELECT
                website_id,
                date,
                visitor,
                count() AS day_events,
                countIf(name != 'engagement') AS day_activity,
                countIf(name = 'pageview') AS day_pageviews,
                groupArrayIf(toDecimal256OrZero(props['plan'], 9), (name = 'Purchase') AND match(props['plan'], '^-?[0-9]{1,20}([.][0-9]{1,9})?$')) AS day_number,
                day_number AS tally_number
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE true
    )
)
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
