import { createContext, type ReactNode } from 'react'

/** What else can be done with the PDF of a part in a language. The layout of signed-in users gives it. */
export const PdfActions = createContext<(partId: string, languageId: number) => ReactNode>(() => undefined)
