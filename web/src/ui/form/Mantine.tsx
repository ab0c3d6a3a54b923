import './mantine.css'
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useLanguage } from '../../core/i18n/i18n.ts'
import { cssVariablesResolver, theme } from './mantine-theme.ts'

/**
 * What widgets of Mantine need around them, in our colours and in the direction of the language. Buttons, fields, boxes and
 * tabs are our own small ones (beside this file); dates, comboboxes, multi-selects and trees come from Mantine.
 *
 * It is heavy, so it loads with the widget and not with the page: the widget is a module of its own that imports its styles
 * (`@mantine/core/styles/Tree.layer.css`), is wrapped in this, and is drawn through `lazy`. The gallery shows one:
 * rooms/gallery/WidgetSpecimens.tsx.
 */
export function Mantine({ children }: { children: ReactNode }) {
  const { direction } = useLanguage()
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        getStyleNonce={styleNonce}
        forceColorScheme="light"
      >
        <DirectionOfLanguage />
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}

/** The nonce by which the page's security policy allows style elements. */
const styleNonce = () => document.querySelector<HTMLStyleElement>('style#theme')?.nonce ?? ''

function DirectionOfLanguage() {
  const { direction } = useLanguage()
  const { setDirection } = useDirection()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the setter is made anew on every render
  useEffect(() => setDirection(direction), [direction])
  return null
}
