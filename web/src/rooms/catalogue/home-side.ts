import { createContext, type ReactNode } from 'react'

/** Content of other rooms at the top of the home page's side list. Provided by the layout of signed-in users. */
export const HomeSide = createContext<() => ReactNode>(() => undefined)
