/** The minute of the day at which reports are sent, unless somebody chooses another one. */
export const usualSendMinute = 6 * 60;
