SELECT
    listed.value AS value,
    listed.pageviews AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    listed.visits AS visits,
    listed.bounces AS bounces,
    listed.visit_ms AS visit_ms,
    count() OVER () AS total,
    sum(listed.pageviews) OVER () AS total_count
FROM
(
    SELECT
        toString(tally.1) AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences,
        toInt64(sum(tally.5)) AS visits,
        toInt64(sum(tally.6)) AS bounces,
        toInt64(sum(tally.7)) AS visit_ms
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
                CAST(arrayMap(x -> (x, countEqual(groupArrayIf(toUInt32(intDiv(toUnixTimestamp(time), 900)), name = 'pageview'), x), arrayCount(visit -> ((visit.1) = x), arrayMap(visit -> (toUInt32(intDiv(visit.1, 900000)), visit.2, visit.3), arrayMap(visit -> (visit[1], ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), (visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))))), arraySum(visit -> if((visit.1) = x, visit.2, 0), arrayMap(visit -> (toUInt32(intDiv(visit.1, 900000)), visit.2, visit.3), arrayMap(visit -> (visit[1], ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), (visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))))), arraySum(visit -> if((visit.1) = x, visit.3, 0), arrayMap(visit -> (toUInt32(intDiv(visit.1, 900000)), visit.2, visit.3), arrayMap(visit -> (visit[1], ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), (visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))))), arraySort(groupUniqArrayIf(toUInt32(intDiv(toUnixTimestamp(time), 900)), name != 'engagement'))), 'Array(Tuple(quarter UInt32, views UInt32, visits UInt32, bounces UInt32, ms UInt64))') AS day_quarters,
                arrayMap(own -> (formatDateTime(toDateTime((own.2) * 3600, 'UTC'), '%Y-%m-%dT%H:%i'), toUInt64(1), toUInt64(arraySum(tupleElement(own.1, 'views'))), toUInt64(0), toUInt64(arraySum(tupleElement(own.1, 'visits'))), toUInt64(arraySum(tupleElement(own.1, 'bounces'))), arraySum(tupleElement(own.1, 'ms'))), arrayMap(x -> (arrayFilter(quarter -> (intDiv(((toUInt64(quarter.quarter) * 900) + 3600), 3600) = x), day_quarters), x), arrayDistinct(arrayMap(quarter -> intDiv(((toUInt64(quarter.quarter) * 900) + 3600), 3600), day_quarters)))) AS tally_pageview
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE (day_activity > 0) AND true
    )
    GROUP BY value
) AS listed
WHERE listed.pageviews > 0
ORDER BY
    listed.pageviews DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
