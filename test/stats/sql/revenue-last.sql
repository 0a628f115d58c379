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
        SELECT arrayJoin(arrayMap((x, nth) -> (x.1, x.2, toUInt64(nth = 1), toUInt64((x.3) >= 0), toDecimal128(x.3, 3)), sales, arrayEnumerateUniq(sales.1, sales.2))) AS sold
        FROM
        (
            SELECT
                tally_touched AS in_order,
                arrayFirstIndex(event -> (NOT ((event.6).1)), in_order) AS first_nth,
                arrayFill(x -> (x != ''), arrayMap((event, before) -> if((event.1, event.2, event.3, event.4, event.5) = (before.1, before.2, before.3, before.4, before.5), '', (event.6).2), in_order, arrayShiftRight(in_order, 1))) AS carried,
                arrayFilter(x -> ((x.2) != ''), arrayMap((event, x) -> (if(x = '', '(direct)', x), (event.6).3, (event.6).4), in_order, carried)) AS sales
            FROM
            (
                SELECT
                    website_id,
                    date,
                    visitor,
                    count() AS day_events,
                    countIf(name != 'engagement') AS day_activity,
                    countIf(name = 'pageview') AS day_pageviews,
                    arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name != 'pageview', page, name, arrayFlatten(arrayMap(prop -> [toString(prop.1), prop.2], arraySort(arrayZip(mapKeys(props), mapValues(props))))), (toString(if(utm_source = '', transform(replaceRegexpOne(referrer, '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more']), coalesce(transform(replaceRegexpOne(lower(utm_source), '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more'], NULL), utm_source))) = '', toString(if(utm_source = '', transform(replaceRegexpOne(referrer, '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more']), coalesce(transform(replaceRegexpOne(lower(utm_source), '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more'], NULL), utm_source))), if(((name != 'engagement') AND (revenue_currency != '')), toString(revenue_currency), ''), revenue_amount)), (name != 'engagement') AND ((toString(if(utm_source = '', transform(replaceRegexpOne(referrer, '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more']), coalesce(transform(replaceRegexpOne(lower(utm_source), '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more'], NULL), utm_source))) != '') OR ((name != 'engagement') AND (revenue_currency != ''))))) AS day_touched,
                    day_touched AS tally_touched
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
