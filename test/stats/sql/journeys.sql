SELECT
    ['page', 'event', 'end'][toUInt8(substring(listed.element, 1, 1)) + 1] AS type,
    substring(listed.element, 2) AS value,
    listed.visits AS visits,
    floor(((listed.visits / listed.all_visits) * 10000.) + 0.5) / 10000. AS share,
    count() OVER () AS total,
    listed.all_visits AS all_visits
FROM
(
    SELECT
        element,
        count() AS visits,
        sum(count()) OVER () AS all_visits
    FROM
    (
        SELECT if(length(walk) < (1 + 1), '2(end)', walk[1 + 1]) AS element
        FROM
        (
            SELECT visit AS walk
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
                        arrayFilter(visit -> notEmpty(visit), arrayMap(visit -> arrayCompact(arrayFilter(x -> (x != ''), visit)), arraySplit((event, waited_ms) -> (waited_ms >= 1800000), (arraySort(arrayZip(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'), groupArrayIf(if(name = 'pageview', concat('0', page), ''), name != 'engagement')))).2, arrayDifference((arraySort(arrayZip(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'), groupArrayIf(if(name = 'pageview', concat('0', page), ''), name != 'engagement')))).1)))) AS day_journey,
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
        WHERE arraySlice(walk, 1, 1) = ['0/pricing']
    )
    GROUP BY element
) AS listed
WHERE true
ORDER BY
    listed.visits DESC,
    listed.element ASC
LIMIT 0, 10
SETTINGS max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
