SELECT
    listed.key AS key,
    listed.events AS events,
    listed.visitors AS visitors,
    listed.`values` AS `values`,
    count() OVER () AS total
FROM
(
    SELECT
        key,
        sum(occurrences) AS events,
        sum(visitors_of_value) AS visitors,
        count() AS `values`
    FROM
    (
        SELECT
            key,
            value,
            sum(times) AS occurrences,
            sum(carriers) AS visitors_of_value
        FROM
        (
            SELECT
                prop.1 AS key,
                prop.2 AS value,
                toUInt64(1) AS times,
                prop.3 AS carriers
            FROM
            (
                SELECT arrayJoin(tally_prop) AS prop
                FROM
                (
                    SELECT
                        website_id,
                        date,
                        visitor,
                        count() AS day_events,
                        countIf(name != 'engagement') AS day_activity,
                        countIf(name = 'pageview') AS day_pageviews,
                        arrayMap((prop, nth) -> (toString(prop.1), prop.2, toUInt64(nth = 1)), groupArrayArrayIf(arrayZip(mapKeys(props), mapValues(props)), name != 'engagement'), arrayEnumerateUniq((groupArrayArrayIf(arrayZip(mapKeys(props), mapValues(props)), name != 'engagement')).1)) AS day_prop,
                        day_prop AS tally_prop
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
            key,
            value
    )
    GROUP BY key
) AS listed
WHERE true
ORDER BY
    listed.events DESC,
    listed.key ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
