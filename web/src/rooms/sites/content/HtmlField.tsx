import { previewHtml } from '@cutaway/contract/rooms/sites/legal.ts'
import { IconBold, IconH2, IconItalic, IconLink, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { FieldFrame, Textarea } from '../../../ui/form/Field.tsx'
import { Prose } from '../../../ui/layout/Prose.tsx'
import classes from './Content.module.css'
import { useSettled } from './useSettled.ts'

/** The elements that the buttons put around the selected words. */
const marks = [
  { label: 'html_heading', icon: IconH2, before: '<h2>', after: '</h2>' },
  { label: 'html_bold', icon: IconBold, before: '<b>', after: '</b>' },
  { label: 'html_italic', icon: IconItalic, before: '<i>', after: '</i>' },
  { label: 'html_list', icon: IconList, before: '<ul>\n<li>', after: '</li>\n</ul>' },
  { label: 'html_link', icon: IconLink, before: '<a href="https://">', after: '</a>' },
] as const

/** Edits markup, with a preview beside it: the server's own rules decide what is shown. */
export function HtmlField({
  id,
  label,
  error,
  value,
  lang,
  dir,
  rows = 14,
  title,
  onChange,
}: {
  id?: string
  label: ReactNode
  error?: ReactNode
  value: string
  lang: string
  dir: 'ltr' | 'rtl'
  rows?: number
  /** A heading above the preview's text. */
  title?: string
  onChange: (html: string) => void
}) {
  const t = useTexts()
  const own = useId()
  const fieldId = id ?? own
  const field = useRef<HTMLTextAreaElement>(null)
  const settled = useSettled(value)
  const preview = useQuery({
    queryKey: ['html-preview', settled],
    queryFn: ({ signal }) => call(previewHtml, { body: { html: settled }, signal }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const mark = (before: string, after: string) => {
    const area = field.current
    if (!area) return
    const { selectionStart: from, selectionEnd: to } = area
    onChange(value.slice(0, from) + before + value.slice(from, to) + after + value.slice(to))
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(from + before.length, to + before.length)
    })
  }
  return (
    <div className={classes.html}>
      <FieldFrame id={fieldId} className={classes.source} label={label} description={t('html_hint')} error={error}>
        <div key="marks" className={classes.marks} role="toolbar" aria-label={t('html_marks')}>
          {marks.map(({ label: name, icon: Sign, before, after }) => (
            <ActionIcon key={name} size="xs" aria-label={t(name)} title={t(name)} onClick={() => mark(before, after)}>
              <Sign size={16} stroke={1.75} />
            </ActionIcon>
          ))}
        </div>
        <Textarea
          key="text"
          ref={field}
          id={fieldId}
          error={Boolean(error)}
          aria-describedby={`${fieldId}-description${error ? ` ${fieldId}-error` : ''}`}
          lang={lang}
          dir={dir}
          rows={rows}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </FieldFrame>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people without a mouse scroll it */}
      <div className={classes.preview} tabIndex={0} role="region" aria-label={t('html_preview')}>
        <p className={classes.previewHead}>{t('html_preview')}</p>
        {preview.data?.was_cleaned ? (
          <p className={classes.cleaned} role="status">
            {t('html_cleaned')}
          </p>
        ) : null}
        <div lang={lang} dir={dir}>
          {title ? <h3 className={classes.previewTitle}>{title}</h3> : null}
          <Prose html={preview.data?.html ?? ''} />
        </div>
      </div>
    </div>
  )
}
