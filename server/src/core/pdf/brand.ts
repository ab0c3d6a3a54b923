import type { PdfDocument } from './document.ts'
import type { Site } from '../tenancy.ts'

/** Returns the tenant's brand for documents. */
export const brandOfDocuments = ({ name, mark, logo, theme }: Site): PdfDocument['brand'] => ({
  name,
  mark,
  logo,
  colour: theme.brand,
  onColour: theme.on_brand,
  textColour: theme.brand_text,
  tint: theme.brand_tint,
})
