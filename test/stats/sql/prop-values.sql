SELECT
    listed.value AS value,
    listed.count AS count,
    listed.visitors AS visitors,
    listed.revenue AS revenue,
    count() OVER () AS total,
    sum(listed.count) OVER () AS total_count
FROM
(
    SELECT
        value,
        sum(occurrences) AS count,
        sum(visitors_of_currency) AS visitors,
        CAST(arraySort(groupArrayIf((currency, amount), currency != '')), 'Array(Tuple(currency String, amount Decimal(38, 3)))') AS revenue
    FROM
    (
        SELECT
            value,
            currency,
            sum(times) AS occurrences,
            sum(carriers) AS visitors_of_currency,
            sum(revenue) AS amount
        FROM
        (
            SELECT
                carrier.1 AS value,
                carrier.3 AS currency,
                toUInt64(1) AS times,
                carrier.2 AS carriers,
                carrier.4 AS revenue
            FROM
            (
                SELECT arrayJoin(tally_carrier) AS carrier
                FROM
                (
                    SELECT
                        website_id,
                        date,
                        visitor,
                        count() AS day_events,
                        countIf(name != 'engagement') AS day_activity,
                        countIf(name = 'pageview') AS day_pageviews,
                        arrayMap((carrier, nth) -> (carrier.1, toUInt64(nth = 1), toString(carrier.2), carrier.3), groupArrayIf((if(mapContains(props, 'plan'), props['plan'], '(none)'), revenue_currency, revenue_amount), name = 'Purchase'), arrayEnumerateUniq((groupArrayIf((if(mapContains(props, 'plan'), props['plan'], '(none)'), revenue_currency, revenue_amount), name = 'Purchase')).1)) AS day_carrier,
                        day_carrier AS tally_carrier
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
        GROUP BY
            value,
            currency
    )
    GROUP BY value
) AS listed
WHERE true
ORDER BY
    listed.count DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
