/** What people put on messages to customers: sender addresses, texts, logo, banners. */

export * from './addresses.ts'
export * from './content.ts'
export * from './pictures.ts'
