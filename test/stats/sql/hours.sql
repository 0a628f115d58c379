SELECT
    listed.value AS value,
    listed.pageviews AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    count() OVER () AS total,
    sum(listed.pageviews) OVER () AS total_count
FROM
(
    SELECT
        tally.1 AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences
    FROM
    (
        SELECT arrayJoin(tally_pageview) AS tally
        FROM
        (
            SELECT
                website_id,
                date,
                visitor,
                count() AS day_events,
                countIf(name != 'engagement') AS day_activity,
                countIf(name = 'pageview') AS day_pageviews,
                arrayMap(x -> (formatDateTime(toDateTime(x * 3600, 'UTC'), '%Y-%m-%dT%H:00'), toUInt64(1), countEqual(groupArrayIf(intDiv((toUnixTimestamp(time) + 3600), 3600), name = 'pageview'), x), countEqual(emptyArrayInt64(), x)), groupUniqArrayIf(intDiv((toUnixTimestamp(time) + 3600), 3600), name != 'engagement')) AS tally_pageview
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement') AND true
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE true
    )
    GROUP BY value
) AS listed
WHERE listed.pageviews > 0
ORDER BY
    listed.pageviews DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
