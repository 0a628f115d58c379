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
            arrayJoin(arrayFilter(x -> ((x.2) > 0), tally_source)) AS tally,
            tally_conversions > 0 AS has_converted,
            tally_conversions AS value_conversions,
            tally_revenue AS value_revenue
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
                arrayMap(x -> if(x = '', '(direct)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(if(utm_source = '', transform(replaceRegexpOne(referrer, '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more']), coalesce(transform(replaceRegexpOne(lower(utm_source), '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more'], NULL), utm_source)), name != 'engagement')))) AS day_source,
                length(arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_visits,
                arrayCount(visit -> ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_bounces,
                toUInt64(arraySum(visit -> ((visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_visit_ms,
                day_conversions AS tally_conversions,
                day_revenue AS tally_revenue,
                arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_source) AS tally_source
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
WHERE if(isValidASCII(listed.value), positionCaseInsensitive(listed.value, caseFoldUTF8('oo')), position(caseFoldUTF8(toValidUTF8(listed.value)), caseFoldUTF8('oo'))) > 0
ORDER BY
    listed.converted DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
