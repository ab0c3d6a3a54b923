/** Films for customers: what is sent and to whom, links and their public page, consent, and what became of it all. */

export * from './sharing.sends.ts'
export * from './sharing.links.ts'
export * from './sharing.page.ts'
export * from './sharing.history.ts'
export * from './sharing.consent.ts'
