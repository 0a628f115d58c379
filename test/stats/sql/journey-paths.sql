SELECT
    CAST(arrayMap(element -> (['page', 'event', 'end'][toUInt8(substring(element, 1, 1)) + 1], substring(element, 2)), listed.path), 'Array(Tuple(type String, value String))') AS path,
    listed.visits AS visits,
    floor(((listed.visits / listed.all_visits) * 10000.) + 0.5) / 10000. AS share,
    listed.continued AS continued,
    count() OVER () AS total,
    listed.all_visits AS all_visits
FROM
(
    SELECT
        arraySlice(walk, 1, 4) AS path,
        count() AS visits,
        countIf(length(walk) > 4) AS continued,
        sum(count()) OVER () AS all_visits
    FROM
    (
        SELECT arrayReverse(arraySlice(visit, 1, anchor)) AS walk
        FROM
        (
            SELECT
                visit,
                arrayFirstIndex(element -> (startsWith(element, '1') AND startsWith(substring(element, 2), 'Sign')), visit) AS anchor
            FROM
            (
                SELECT arrayJoin(tally_visit) AS visit
                FROM
                (
                    SELECT
                        website_id,
                        date,
                        visitor,
                        count() AS day_events,
                        countIf(name != 'engagement') AS day_activity,
                        countIf(name = 'pageview') AS day_pageviews,
                        arrayFilter(visit -> notEmpty(visit), arrayMap(visit -> arrayCompact(visit), arraySplit((event, waited_ms) -> (waited_ms >= 1800000), arrayMap(event -> if(event.2, concat('1', toString(event.4)), concat('0', event.3)), arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name != 'pageview', page, name), name != 'engagement'))), arrayDifference((arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name != 'pageview', page, name), name != 'engagement'))).1)))) AS day_journey,
                        day_journey AS tally_visit
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
        WHERE anchor > 0
    )
    GROUP BY path
) AS listed
WHERE true
ORDER BY
    listed.visits DESC,
    listed.path ASC
LIMIT 0, 10
SETTINGS max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0, output_format_json_escape_forward_slashes = 0
