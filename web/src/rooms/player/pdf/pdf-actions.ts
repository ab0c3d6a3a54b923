import { createContext, type ReactNode } from 'react'

/** Further actions on the PDF of a part in a language. Provided by the layout of signed-in users. */
export const PdfActions = createContext<(partId: string, languageId: number) => ReactNode>(() => undefined)
