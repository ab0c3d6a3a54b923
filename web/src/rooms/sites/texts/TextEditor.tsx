import { problemsOf, placeholdersOf } from '@cutaway/contract/administration/message-texts.ts'
import { removeSiteText, saveSiteText, type SiteText, type TextCounts } from '@cutaway/contract/rooms/sites/texts.ts'
import { IconArrowBackUp, IconCopy, IconDotsVertical, IconHistory } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Textarea } from '../../../ui/form/Field.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import { FieldError } from '../FieldError.tsx'
import { MarkedText } from './MarkedText.tsx'
import { problemSentences } from './problem-words.ts'
import { shownText } from './sample-values.ts'
import classes from './Translations.module.css'

/** What is typed in an open row. A draft stays when the row closes. */
export interface Draft {
  text: string
  /** The text of the web site that the translator saw; null: the shipped one. */
  seen: string | null
}

/**
 * Edits one text in its row: problems and preview while typing. If someone else has saved another text meanwhile, shows
 * that one and lets the translator choose.
 */
export function TextEditor({
  row,
  webSiteId,
  language,
  draft,
  onDraft,
  onSaved,
  onNext,
  onClose,
  onHistory,
}: {
  row: SiteText
  webSiteId: number
  language: TextCounts
  draft: Draft
  onDraft: (draft: Draft) => void
  onSaved: (saved: SiteText) => void
  /** Opens the next text of the list; undefined in the last row. */
  onNext: (() => void) | undefined
  onClose: () => void
  onHistory: () => void
}) {
  const t = useTexts()
  const field = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<SiteText>()
  const { language_code: tag, direction } = language
  const { message_key, english, shipped } = row
  const isChanged = draft.text !== (row.text ?? shipped ?? '')
  const problems = draft.text === shipped ? [] : problemsOf(english, draft.text, { key: message_key })
  // An empty field of a missing text is not a mistake yet.
  const sentences = draft.text === '' && !isChanged ? [] : problemSentences(t, problems)
  const about = { web_site_id: webSiteId, language_id: language.language_id, message_key }

  useEffect(() => {
    const { current: area } = field
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])

  async function run(work: ReturnType<typeof send<typeof saveSiteText>>): Promise<boolean> {
    setBusy(true)
    try {
      const answer = await work
      if (answer.status === 1 && answer.data) {
        toast(answer, { detail: message_key })
        setTheirs(undefined)
        onSaved(answer.data)
        return true
      }
      if (answer.message === 'text_changed_meanwhile' && answer.data) setTheirs(answer.data)
      else toast(answer)
    } catch (error) {
      toast(error)
    } finally {
      setBusy(false)
    }
    return false
  }
  const save = (seen = draft.seen) => run(send(saveSiteText, { body: { ...about, text: draft.text, seen } }))
  const restore = () => run(send(removeSiteText, { body: { ...about, seen: row.text } }))
  const saveAndNext = async () => {
    if (isChanged && (problems.length > 0 || !(await save()))) return
    if (onNext) onNext()
    else onClose()
  }
  const insert = (placeholder: string) => {
    const area = field.current
    const { selectionStart: from = draft.text.length, selectionEnd: to = from } = area ?? {}
    onDraft({ ...draft, text: draft.text.slice(0, from) + placeholder + draft.text.slice(to) })
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(from + placeholder.length, from + placeholder.length)
    })
  }
  const errorId = `${message_key}-problems`
  return (
    <div className={classes.editor}>
      <Textarea
        ref={field}
        aria-label={t('text_field', { language: language.name, key: message_key })}
        aria-describedby={sentences.length > 0 ? errorId : undefined}
        error={sentences.length > 0}
        lang={tag}
        dir={direction}
        rows={Math.min(8, Math.max(2, Math.ceil(draft.text.length / 48)))}
        value={draft.text}
        maxLength={10_000}
        onChange={({ currentTarget }) => onDraft({ ...draft, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            if (!busy) void saveAndNext()
          }
          if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          }
        }}
      />
      <div id={errorId} aria-live="polite" className={classes.problems}>
        {sentences.map((sentence) => (
          <FieldError key={sentence}>{sentence}</FieldError>
        ))}
      </div>
      {problems.length === 0 && placeholdersOf(draft.text).length > 0 ? (
        <p className={classes.shown} lang={tag} dir={direction}>
          {t('text_shown', { text: `\u2068${shownText(message_key, english, draft.text, tag)}\u2069` })}
        </p>
      ) : null}
      {theirs ? (
        <Theirs
          theirs={theirs}
          language={language}
          busy={busy}
          onUse={() => {
            onDraft({ text: theirs.text ?? theirs.shipped ?? '', seen: theirs.text })
            onSaved(theirs)
            setTheirs(undefined)
          }}
          onMine={() => void save(theirs.text)}
        />
      ) : null}
      <div className={classes.acts}>
        <Button
          size="xs"
          variant="filled"
          loading={busy}
          disabled={problems.length > 0 || !isChanged || theirs !== undefined}
          onClick={() => void save()}
        >
          {t('text_save')}
        </Button>
        <Button
          size="xs"
          disabled={busy || (isChanged && (problems.length > 0 || theirs !== undefined))}
          onClick={() => void saveAndNext()}
        >
          {t(isChanged ? 'text_save_next' : 'text_next')}
        </Button>
        <span className={classes.inserts}>
          {placeholdersOf(english).map((name) => (
            <Button
              key={name}
              size="xs"
              variant="subtle"
              aria-label={t('text_insert', { name: `{${name}}` })}
              onClick={() => insert(`{${name}}`)}
            >
              <code className={classes.chip} dir="ltr">{`{${name}}`}</code>
            </Button>
          ))}
          <Menu
            label={t('text_more', { key: message_key })}
            trigger={<IconDotsVertical size={18} stroke={1.75} aria-hidden />}
          >
            {row.text === null ? null : (
              <MenuItem
                icon={<IconArrowBackUp className="flip" size={18} stroke={1.75} aria-hidden />}
                onClick={() => void restore()}
              >
                {t('text_use_shipped')}
              </MenuItem>
            )}
            <MenuItem
              icon={<IconCopy size={18} stroke={1.75} aria-hidden />}
              onClick={() => onDraft({ ...draft, text: english })}
            >
              {t('text_copy_english')}
            </MenuItem>
            <MenuItem icon={<IconHistory size={18} stroke={1.75} aria-hidden />} onClick={onHistory}>
              {t('text_history')}
            </MenuItem>
          </Menu>
        </span>
      </div>
      {row.text !== null && shipped !== null ? (
        <p className={classes.shipped}>
          {row.is_outdated ? `${t('text_shipped_changed')} ` : ''}
          {t('text_shipped_is', { text: `\u2068${shipped}\u2069` })}
        </p>
      ) : null}
      <p className={classes.keys}>{t('text_keys_hint')}</p>
    </div>
  )
}

/** Shows the text of a colleague who was faster. */
function Theirs({
  theirs,
  language,
  busy,
  onUse,
  onMine,
}: {
  theirs: SiteText
  language: TextCounts
  busy: boolean
  onUse: () => void
  onMine: () => void
}) {
  const t = useTexts()
  const format = useFormat()
  const { changed, text, shipped, english } = theirs
  return (
    <div className={classes.theirs} role="alert">
      <p>
        {changed
          ? t('text_other_saved', { name: changed.by || t('text_operator'), when: format.seen(changed.at) })
          : t('text_other_restored')}
      </p>
      <p className={classes.theirText}>
        <MarkedText text={text ?? shipped ?? english} lang={language.language_code} dir={language.direction} />
      </p>
      <div className={classes.acts}>
        <Button size="xs" onClick={onUse}>
          {t('text_use_theirs')}
        </Button>
        <Button size="xs" loading={busy} onClick={onMine}>
          {t('text_save_mine')}
        </Button>
      </div>
    </div>
  )
}
