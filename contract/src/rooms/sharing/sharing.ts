/** Films for customers: what is sent and to whom, links and their public page, and what became of it all. */

export * from './send.ts'
export * from './links.ts'
export * from './landing.ts'
export * from './receipts.ts'
