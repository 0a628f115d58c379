SELECT
    listed.value AS value,
    listed.visitors AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    count() OVER () AS total,
    sum(listed.visitors) OVER () AS total_count
FROM
(
    SELECT
        tally.1 AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences
    FROM
    (
        SELECT arrayJoin(tally_browser) AS tally
        FROM
        (
            SELECT
                website_id,
                date,
                visitor,
                count() AS day_events,
                countIf(name != 'engagement') AS day_activity,
                countIf(name = 'pageview') AS day_pageviews,
                arrayMap((x, nth) -> (toString(x), toUInt64(nth = 1), toUInt64(1), toUInt64(0)), groupArrayIf(page, name = 'pageview'), arrayEnumerateUniq(groupArrayIf(page, name = 'pageview'))) AS tally_page,
                arrayMap(x -> (x, toUInt64(1), day_pageviews, toUInt64(0)), arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(browser, name != 'engagement'))))) AS tally_browser
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE arrayExists(x -> (has(['/'], x.1) OR arrayExists(prefix -> startsWith(x.1, prefix), []) OR (if(isValidASCII(x.1), positionCaseInsensitive(x.1, caseFoldUTF8('Blog')), position(caseFoldUTF8(toValidUTF8(x.1)), caseFoldUTF8('Blog'))) > 0)), tally_page) AND (NOT arrayExists(x -> (has([], x.1) OR arrayExists(prefix -> startsWith(x.1, prefix), ['/admin/']) OR (if(isValidASCII(x.1), positionCaseInsensitive(x.1, caseFoldUTF8('draft')), position(caseFoldUTF8(toValidUTF8(x.1)), caseFoldUTF8('draft'))) > 0)), tally_page))
    )
    GROUP BY value
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
