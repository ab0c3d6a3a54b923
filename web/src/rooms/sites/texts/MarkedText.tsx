import { useMemo } from 'react'
import classes from './Translations.module.css'

/** Renders a message text with its placeholders as chips. */
export function MarkedText({ text, lang, dir }: { text: string; lang: string; dir: 'ltr' | 'rtl' }) {
  const parts = useMemo(() => text.split(/(\{\w+\})/), [text])
  return (
    <span className={classes.text} lang={lang} dir={dir}>
      {parts.map((part, i) =>
        i % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
          <code key={i} className={classes.chip} dir="ltr">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </span>
  )
}
