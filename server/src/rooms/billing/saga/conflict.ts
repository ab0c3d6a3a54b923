/** An order cannot be delivered, and never will be: the whole amount goes back. */
export class Conflict extends Error {}
