/** What went wrong, in words for the person at the terminal: print the message, not the stack. */
export class HostError extends Error {}
