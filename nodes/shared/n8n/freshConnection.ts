/**
 * The header that gives a request a connection of its own. Newer n8n sends it anyway; n8n 1.85 keeps connections of plain http
 * open, and on one that the service has closed meanwhile a create that was never read counts as unclear.
 */
export const FRESH_CONNECTION = { Connection: 'close' };
