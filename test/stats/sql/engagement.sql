SELECT
    listed.value AS value,
    listed.visitors AS visitors,
    listed.seconds AS seconds,
    listed.scroll_depth AS scroll_depth,
    count() OVER () AS total
FROM
(
    SELECT
        value,
        visitors,
        ms,
        depths,
        intDiv((2 * ms) + (100 * visitors), 200 * visitors) / 10 AS seconds,
        intDiv((20 * depths) + visitors, 2 * visitors) / 10 AS scroll_depth
    FROM
    (
        SELECT
            entry.value AS value,
            sum(entry.visitors) AS visitors,
            sum(entry.occurrences) AS ms,
            toInt64(sum(entry.amount)) AS depths
        FROM
        (
            SELECT
                date,
                toString(dimension) AS dimension,
                value,
                toInt64(rolled.visitors) AS visitors,
                toInt64(rolled.occurrences) AS occurrences,
                rolled.amount AS amount
            FROM rollup_values AS rolled
            WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-01') AND (rollup_id IN ['01900000-0000-7000-8000-000000000001']) AND (rolled.dimension IN ['engaged_page'])
            UNION ALL
            SELECT
                date,
                entry.1 AS dimension,
                entry.2 AS value,
                sign * toInt64(entry.3) AS visitors,
                sign * toInt64(entry.5) AS occurrences,
                sign * (entry.6) AS amount
            FROM
            (
                SELECT
                    date,
                    sign,
                    arrayJoin(arrayConcat(arrayMap(x -> ('engaged_page', x.1, x.2, x.3, x.4, x.5), tally_engaged_page))) AS entry
                FROM
                (
                    SELECT
                        *,
                        1 AS sign
                    FROM
                    (
                        SELECT
                            website_id,
                            date,
                            visitor,
                            count() AS day_events,
                            countIf(name != 'engagement') AS day_activity,
                            countIf(name = 'pageview') AS day_pageviews,
                            CAST(arrayMap(own -> ((own[1]).1, countEqual(own.2, 1), countEqual(own.2, 0), arraySum(own.3), arrayMax(own.4)), arraySplit((each, nth) -> (nth = 1), arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement')))), arrayEnumerateUniq((arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement'))))).1))), 'Array(Tuple(page String, views UInt32, engagements UInt32, engagement_ms UInt64, scroll_depth UInt8))') AS day_pages,
                            arrayMap(x -> (toString(x.page), toUInt64(1), toUInt64(0), x.engagement_ms, toDecimal128(x.scroll_depth, 3)), arrayFilter(x -> (x.engagements > 0), day_pages)) AS tally_engaged_page
                        FROM events
                        WHERE (website_id = 7) AND (date IN ['2026-11-02'])
                        GROUP BY
                            website_id,
                            date,
                            visitor
                    )
                    WHERE true
                )
                WHERE day_activity > 0
            )
        ) AS entry
        GROUP BY value
        HAVING visitors > 0
    )
) AS listed
WHERE true
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
