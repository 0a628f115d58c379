SELECT
    count() AS visitors,
    [countIf(tally_reached >= 1), countIf(tally_reached >= 2)] AS reached
FROM
(
    SELECT
        website_id,
        date,
        visitor,
        count() AS day_events,
        countIf(name != 'engagement') AS day_activity,
        countIf(name = 'pageview') AS day_pageviews,
        arrayMax(visit -> (arrayMap(masks -> toUInt8(arrayCount(left -> (left > 0), arrayFold((lefts, nth) -> arrayPushBack(lefts, toUInt32(arrayFirst((left, mask) -> ((left < (lefts[-1])) AND bitTest(mask, nth)), arrayReverse(arrayEnumerate(masks)), masks))), range(2), [toUInt32(length(masks) + 1)])) - 1), [tupleElement(visit, -(1))])[1]), arraySplit((event, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name != 'pageview', page, name, arrayFlatten(arrayMap(prop -> [toString(prop.1), prop.2], arraySort(arrayZip(mapKeys(props), mapValues(props))))), toUInt8((1 * ((name = 'pageview') AND startsWith(page, '/pricing'))) + (2 * ((name NOT IN ('pageview', 'engagement')) AND (name = 'Signup') AND ((props['plan']) = 'pro'))))), name != 'engagement')), arrayDifference((arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name != 'pageview', page, name, arrayFlatten(arrayMap(prop -> [toString(prop.1), prop.2], arraySort(arrayZip(mapKeys(props), mapValues(props))))), toUInt8((1 * ((name = 'pageview') AND startsWith(page, '/pricing'))) + (2 * ((name NOT IN ('pageview', 'engagement')) AND (name = 'Signup') AND ((props['plan']) = 'pro'))))), name != 'engagement'))).1))) AS day_reached,
        day_reached AS tally_reached
    FROM events
    WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
    GROUP BY
        website_id,
        date,
        visitor
)
WHERE true
SETTINGS max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
