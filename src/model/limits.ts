/**
 * Limits of what clients send, each with its reason in docs/limits.md. The API checks them, its
 * description names them, imports keep to them, and the dashboard's fields have them.
 */

/** The name of an event, a goal, a funnel, one of its steps, or a segment. */
export const nameCharactersMax = 120;
/** The page or the event's name by which a goal or a step selects events. */
export const matcherCharactersMax = 2_000;
export const matcherPropsMax = 5;
export const funnelStepsMin = 2;
export const funnelStepsMax = 8;
/** Values of all filters of a query, those of a segment included. */
export const filterValuesMax = 20;
/** The name of a program that reads, which it gives itself. */
export const readerCharactersMax = 60;
export const annotationCharactersMax = 200;
/** The query of the dashboard's address that a view has. */
export const viewQueryCharactersMax = 2_000;
/** The password of a website's page, or of a shared link. The API takes shorter ones. */
export const passwordCharactersMin = 8;
export const passwordCharactersMax = 1_000;
/** The password of a person. */
export const personPasswordCharactersMin = 12;
export const personPasswordCharactersMax = 200;
export const emailCharactersMax = 254;
/** The websites of a key, and the grants of a person. */
export const grantsMax = 1_000;
/** The URL of a page, and values that imports take from other products. */
export const urlCharactersMax = 2_000;
/** Props of an event. */
export const propsMax = 30;
/** All keys and values of props together: as many as the body of a page's event may have. */
export const propCharactersMax = 16_384;
/** More names than a website has in products before. */
export const aliasesMax = 20;
/** Messages that one caller sends in an hour to try things out. */
export const testMessagesMax = 200;
/** Those whom one alert tells. */
export const alertRecipientsMax = 10;
/** Addresses that get the e-mail reports of a website. */
export const reportRecipientsMax = 20;
/** The secret and the URL of a webhook. */
export const webhookSecretCharactersMax = 200;
export const webhooksMax = 50;
/** The rules that give pages of a website other names, and all characters in them. */
export const pageRulesMax = 50;
export const pageRuleCharactersMax = 20_000;
