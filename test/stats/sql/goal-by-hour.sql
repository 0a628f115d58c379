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
                sumMapIf(map(formatDateTime(toDateTime(intDiv((toUnixTimestamp(time) + 3600), 3600) * 3600, 'UTC'), '%Y-%m-%dT%H:00'), toUInt64(1)), matches) AS day_hourly_conversions,
                sumMapIf(map(concat(formatDateTime(toDateTime(intDiv((toUnixTimestamp(time) + 3600), 3600) * 3600, 'UTC'), '%Y-%m-%dT%H:00'), toString(revenue_currency)), revenue_amount), matches AND (revenue_currency != '')) AS day_hourly_revenue,
                groupUniqArrayIf(intDiv((toUnixTimestamp(time) + 3600), 3600), name != 'engagement') AS day_active,
                groupArrayIf(intDiv((toUnixTimestamp(time) + 3600), 3600), name = 'pageview') AS day_viewed,
                arrayMap(visit -> (intDiv((intDiv(visit.1, 1000) + 3600), 3600), visit.2, visit.3), arrayMap(visit -> (visit[1], ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), (visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_begun,
                day_conversions AS tally_conversions,
                day_revenue AS tally_revenue,
                day_hourly_conversions AS tally_hourly_conversions,
                day_hourly_revenue AS tally_hourly_revenue,
                arrayMap(x -> (formatDateTime(toDateTime(x * 3600, 'UTC'), '%Y-%m-%dT%H:00'), toUInt64(1), countEqual(day_viewed, x), toUInt64(0), countEqual(day_begun.1, x), toUInt64(arraySum((arrayFilter(visit -> ((visit.1) = x), day_begun)).2)), toUInt64(arraySum((arrayFilter(visit -> ((visit.1) = x), day_begun)).3))), day_active) AS tally_visitor
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
