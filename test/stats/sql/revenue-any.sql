SELECT
    listed.value AS value,
    listed.currency AS currency,
    listed.amount AS amount,
    listed.orders AS orders,
    listed.visitors AS visitors,
    count() OVER () AS total
FROM
(
    SELECT
        toString(sold.1) AS value,
        sold.2 AS currency,
        sum(sold.5) AS amount,
        sum(sold.4) AS orders,
        sum(sold.3) AS visitors
    FROM
    (
        SELECT arrayJoin(arrayMap((`all`, orders) -> (day_value, `all`.1, `all`.2, orders.4, `all`.5), revenue, ordered)) AS sold
        FROM
        (
            SELECT
                tally_revenue AS revenue,
                tally_order AS ordered,
                arrayJoin(arrayDistinct(arrayMap(x -> toString(x.1), tally_source))) AS day_value
            FROM
            (
                SELECT
                    website_id,
                    date,
                    visitor,
                    count() AS day_events,
                    countIf(name != 'engagement') AS day_activity,
                    countIf(name = 'pageview') AS day_pageviews,
                    arrayMap(x -> if(x = '', '(direct)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(if(utm_source = '', transform(replaceRegexpOne(referrer, '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more']), coalesce(transform(replaceRegexpOne(lower(utm_source), '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more'], NULL), utm_source)), name != 'engagement')))) AS day_source,
                    length(arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_visits,
                    arrayCount(visit -> ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_bounces,
                    toUInt64(arraySum(visit -> ((visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_visit_ms,
                    CAST(arrayMap(own -> ((own[1]).2, length(own.3), toDecimal128(arraySum(own.3), 3), arrayCount(amount -> (amount >= 0), own.3), toDecimal128(arraySum(arrayFilter(amount -> (amount >= 0), own.3)), 3)), arraySplit((each, nth) -> (nth = 1), arraySort(groupArrayIf((0, toString(revenue_currency), revenue_amount), ((name != 'engagement') AND (revenue_currency != '')) AND ((name != 'engagement') AND (revenue_currency != '')))), arrayEnumerateUniq((arraySort(groupArrayIf((0, toString(revenue_currency), revenue_amount), ((name != 'engagement') AND (revenue_currency != '')) AND ((name != 'engagement') AND (revenue_currency != ''))))).1, (arraySort(groupArrayIf((0, toString(revenue_currency), revenue_amount), ((name != 'engagement') AND (revenue_currency != '')) AND ((name != 'engagement') AND (revenue_currency != ''))))).2))), 'Array(Tuple(value String, events UInt32, amount Decimal(38, 3), orders UInt32, ordered Decimal(38, 3)))') AS day_revenue,
                    arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_source) AS tally_source,
                    arrayMap(x -> (toString(x.value), toUInt64(1), toUInt64(0), toUInt64(x.events), x.amount), day_revenue) AS tally_revenue,
                    arrayMap(x -> (toString(x.value), toUInt64(0), toUInt64(0), toUInt64(x.orders), x.ordered), day_revenue) AS tally_order
                FROM events
                WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement') AND ((date, visitor) IN (
                    SELECT
                        date,
                        visitor
                    FROM events
                    WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement') AND ((name != 'engagement') AND (revenue_currency != ''))
                ))
                GROUP BY
                    website_id,
                    date,
                    visitor
            )
            WHERE true
        )
    )
    GROUP BY
        value,
        currency
) AS listed
WHERE true
ORDER BY
    listed.amount DESC,
    listed.value ASC,
    listed.currency ASC
LIMIT 0, 10
SETTINGS max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
