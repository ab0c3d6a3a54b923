import { createContext, type ReactNode } from 'react'

/** What other rooms put first into the side list of the home page. The layout of signed-in users gives it. */
export const HomeSide = createContext<() => ReactNode>(() => undefined)
