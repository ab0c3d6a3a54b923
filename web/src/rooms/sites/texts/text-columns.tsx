import type { SiteText, TextCounts } from '@cutaway/contract/rooms/sites/texts.ts'
import { placeholdersOf } from '@cutaway/contract/administration/message-texts.ts'
import type { ReactNode } from 'react'
import type { Format } from '../../../core/i18n/format.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import { Tag } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { MarkedText } from './MarkedText.tsx'
import { shownText } from './sample-values.ts'
import classes from './Translations.module.css'

/** Returns the columns of the list of texts: key, English, the translation or its editor, and the state. */
export function textColumns(
  t: Translate,
  format: Format,
  {
    language,
    editor,
    isUnsaved,
    onOpen,
  }: {
    language: TextCounts
    /** Returns the editor of the open row; undefined for the others. */
    editor: (row: SiteText) => ReactNode
    isUnsaved: (row: SiteText) => boolean
    onOpen: (row: SiteText) => void
  },
): Column<SiteText>[] {
  const { language_code: tag, direction } = language
  const isEnglish = tag === 'en-US'
  const translation: Column<SiteText> = {
    id: 'text',
    label: language.name,
    cell: (row) => {
      const open = editor(row)
      if (open) return open
      const text = row.text ?? row.shipped
      return text === null ? (
        <button type="button" className={classes.add} onClick={() => onOpen(row)}>
          {t('text_add')}
        </button>
      ) : (
        <>
          <MarkedText text={text} lang={tag} dir={direction} />
          <Shown row={row} text={text} tag={tag} direction={direction} />
        </>
      )
    },
  }
  return [
    {
      id: 'key',
      label: t('text_key'),
      cell: (row) => (
        <span className={classes.key}>
          <button
            type="button"
            className={classes.opener}
            aria-label={t('text_edit', { key: row.message_key })}
            aria-expanded={editor(row) !== undefined}
            onClick={() => onOpen(row)}
          >
            <code dir="ltr">{row.message_key}</code>
          </button>
          <span className={classes.room}>{t(`text_room_${row.room}`)}</span>
        </span>
      ),
    },
    ...(isEnglish
      ? []
      : [
          {
            id: 'english',
            label: t('text_english'),
            cell: (row: SiteText) => (
              <>
                <MarkedText text={row.english} lang="en-US" dir="ltr" />
                <Shown row={row} text={row.english} tag="en-US" direction="ltr" />
              </>
            ),
          },
        ]),
    translation,
    {
      id: 'changed',
      label: t('text_status'),
      cell: (row) => <State row={row} t={t} format={format} isUnsaved={isUnsaved} />,
    },
  ]
}

/** The text with example values, if it has placeholders. */
function Shown({
  row: { message_key, english },
  text,
  tag,
  direction,
}: {
  row: SiteText
  text: string
  tag: string
  direction: 'ltr' | 'rtl'
}) {
  return placeholdersOf(text).length > 0 ? (
    <span className={classes.shown} lang={tag} dir={direction}>
      {shownText(message_key, english, text, tag)}
    </span>
  ) : null
}

function State({
  row,
  t,
  format,
  isUnsaved,
}: {
  row: SiteText
  t: Translate
  format: Format
  isUnsaved: (row: SiteText) => boolean
}) {
  if (isUnsaved(row)) return <Tag kind="yellow">{t('text_is_unsaved')}</Tag>
  if (row.problems.length > 0) return <Tag kind="red">{t('text_has_problem')}</Tag>
  if (row.is_outdated) return <Tag kind="yellow">{t('text_is_outdated')}</Tag>
  if (row.changed)
    return (
      <span className={classes.state}>
        <Tag kind="green">{t('text_is_changed')}</Tag>
        <span className={classes.when}>
          {format.seen(row.changed.at)}, <bdi>{row.changed.by || t('text_operator')}</bdi>
        </span>
      </span>
    )
  return row.shipped === null ? <Tag kind="yellow">{t('text_is_missing')}</Tag> : <Tag>{t('text_is_shipped')}</Tag>
}
