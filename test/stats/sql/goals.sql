SELECT
    count() AS day_visitors,
    sumForEach(arrayMap(x -> toUInt64(x > 0), tally_conversions)) AS visitors,
    sumForEach(tally_conversions) AS conversions,
    sumMapArray(arrayMap(x -> map(concat(toString(x.1), ' ', x.2), x.3), tally_revenue)) AS sums,
    CAST(arraySort(arrayZip(mapKeys(sums), mapValues(sums))), 'Array(Tuple(currency String, amount Decimal(38, 3)))') AS revenue
FROM
(
    SELECT
        website_id,
        date,
        visitor,
        count() AS day_events,
        countIf(name != 'engagement') AS day_activity,
        countIf(name = 'pageview') AS day_pageviews,
        arrayFilter(x -> (x != ''), [if(countIf(((name = 'pageview') AND (if(isValidASCII(page), positionCaseInsensitive(page, caseFoldUTF8('blog')), position(caseFoldUTF8(toValidUTF8(page)), caseFoldUTF8('blog'))) > 0))) > 0, 'Readers', '')]) AS day_goal,
        CAST([countIf(((name NOT IN ('pageview', 'engagement')) AND startsWith(name, 'Sign') AND ((props['plan']) = 'pro')) AS matches_0), countIf(((name = 'pageview') AND (if(isValidASCII(page), positionCaseInsensitive(page, caseFoldUTF8('blog')), position(caseFoldUTF8(toValidUTF8(page)), caseFoldUTF8('blog'))) > 0)) AS matches_1)], 'Array(UInt64)') AS day_conversions,
        arrayFlatten(arrayMap(event -> arrayMap(nth -> (nth, event.1, event.2), arrayFilter((nth, matches) -> matches, arrayEnumerate(event.3), event.3)), groupArrayIf((toString(revenue_currency), revenue_amount, CAST([matches_0, matches_1], 'Array(UInt8)') AS goals), (revenue_currency != '') AND has(goals, 1)))) AS day_revenue,
        day_goal AS tally_filter_goal,
        day_conversions AS tally_conversions,
        day_revenue AS tally_revenue
    FROM events
    WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
    GROUP BY
        website_id,
        date,
        visitor
)
WHERE arrayExists(x -> has(['Readers'], x), tally_filter_goal)
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
