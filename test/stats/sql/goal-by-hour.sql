SELECT
    listed.value AS value,
    listed.visitors AS visitors,
    listed.converted AS converted,
    listed.conversions AS conversions,
    floor(((listed.converted / listed.visitors) * 10000.) + 0.5) / 10000. AS conversion_rate,
    CAST(arraySort(arrayZip(mapKeys(listed.revenue), mapValues(listed.revenue))), 'Array(Tuple(currency String, amount Decimal(38, 3)))') AS revenue,
    count() OVER () AS total
FROM
(
    SELECT
        tally.1 AS value,
        count() AS visitors,
        countIf(has_converted) AS converted,
        sum(value_conversions) AS conversions,
        sumMap(value_revenue) AS revenue
    FROM
    (
        SELECT
            arrayJoin(arrayFilter(x -> ((x.2) > 0), tally_visitor)) AS tally,
            tally_conversions > 0 AS has_converted,
            tally_hourly_conversions[tally.1] AS value_conversions,
            mapApply((key, amount) -> (substring(key, length(tally.1) + 1), amount), mapFilter((key, amount) -> startsWith(key, tally.1), tally_hourly_revenue)) AS value_revenue
        FROM
        (
            SELECT
                website_id,
                date,
                visitor,
                count() AS day_events,
                countIf(name != 'engagement') AS day_activity,
                countIf(name = 'pageview') AS day_pageviews,
                countIf(((name NOT IN ('pageview', 'engagement')) AND startsWith(name, 'Sign') AND ((props['plan']) = 'pro')) AS matches) AS day_conversions,
                sumMapIf(map(toString(revenue_currency), revenue_amount), matches AND (revenue_currency != '')) AS day_revenue,
                sumMapIf(map(formatDateTime(toDateTime(intDiv((toUnixTimestamp(time) + 3600), 3600) * 3600, 'UTC'), '%Y-%m-%dT%H:%i'), toUInt64(1)), matches) AS day_hourly_conversions,
                sumMapIf(map(concat(formatDateTime(toDateTime(intDiv((toUnixTimestamp(time) + 3600), 3600) * 3600, 'UTC'), '%Y-%m-%dT%H:%i'), toString(revenue_currency)), revenue_amount), matches AND (revenue_currency != '')) AS day_hourly_revenue,
                CAST(arrayMap(x -> (x, countEqual(groupArrayIf(toUInt32(intDiv(toUnixTimestamp(time), 900)), name = 'pageview'), x), arrayCount(visit -> ((visit.1) = x), arrayMap(visit -> (toUInt32(intDiv(visit.1, 900000)), visit.2, visit.3), arrayMap(visit -> (visit[1], ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), (visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))))), arraySum(visit -> if((visit.1) = x, visit.2, 0), arrayMap(visit -> (toUInt32(intDiv(visit.1, 900000)), visit.2, visit.3), arrayMap(visit -> (visit[1], ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), (visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))))), arraySum(visit -> if((visit.1) = x, visit.3, 0), arrayMap(visit -> (toUInt32(intDiv(visit.1, 900000)), visit.2, visit.3), arrayMap(visit -> (visit[1], ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), (visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))))), arraySort(groupUniqArrayIf(toUInt32(intDiv(toUnixTimestamp(time), 900)), name != 'engagement'))), 'Array(Tuple(quarter UInt32, views UInt32, visits UInt32, bounces UInt32, ms UInt64))') AS day_quarters,
                day_conversions AS tally_conversions,
                day_revenue AS tally_revenue,
                day_hourly_conversions AS tally_hourly_conversions,
                day_hourly_revenue AS tally_hourly_revenue,
                arrayMap(own -> (formatDateTime(toDateTime((own.2) * 3600, 'UTC'), '%Y-%m-%dT%H:%i'), toUInt64(1), toUInt64(arraySum(tupleElement(own.1, 'views'))), toUInt64(0), toUInt64(arraySum(tupleElement(own.1, 'visits'))), toUInt64(arraySum(tupleElement(own.1, 'bounces'))), arraySum(tupleElement(own.1, 'ms'))), arrayMap(x -> (arrayFilter(quarter -> (intDiv(((toUInt64(quarter.quarter) * 900) + 3600), 3600) = x), day_quarters), x), arrayDistinct(arrayMap(quarter -> intDiv(((toUInt64(quarter.quarter) * 900) + 3600), 3600), day_quarters)))) AS tally_visitor
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE true
    )
    GROUP BY value
) AS listed
WHERE true
ORDER BY
    listed.converted DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
