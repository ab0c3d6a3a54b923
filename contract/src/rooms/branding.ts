/** What people put on messages to customers: sender addresses, texts, logo, banners. */

export * from './branding.addresses.ts'
export * from './branding.content.ts'
export * from './branding.pictures.ts'
