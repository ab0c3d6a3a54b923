import {
  checkTextFile,
  importSiteTexts,
  type TextCounts,
  type TextFileCheck,
  type TextFileProblem,
} from '@cutaway/contract/rooms/sites/texts.ts'
import { IconFileTypeJs } from '@tabler/icons-react'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { FieldError } from '../FieldError.tsx'
import { fileProblemSentence } from './problem-words.ts'
import classes from './Translations.module.css'

/** The largest file in bytes: quoting it for the server adds some. */
const largest = 900_000

/** Imports a JSON file of texts. It is checked first: a file with problems imports nothing. */
export default function ImportDialog({
  webSiteId,
  language,
  onImported,
  onClose,
}: {
  webSiteId: number
  language: TextCounts
  onImported: () => void
  onClose: () => void
}) {
  const t = useTexts()
  const [file, setFile] = useState<{ name: string; json: string }>()
  const [check, setCheck] = useState<TextFileCheck>()
  const [isTooLarge, setTooLarge] = useState(false)
  const [busy, setBusy] = useState(false)
  const bodyOf = (json: string) => ({ web_site_id: webSiteId, language_id: language.language_id, json })

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    setCheck(undefined)
    setTooLarge(chosen.size > largest)
    const json = chosen.size > largest ? '' : await chosen.text()
    setFile({ name: chosen.name, json })
    if (chosen.size > largest) return
    setBusy(true)
    try {
      setCheck(await call(checkTextFile, { body: bodyOf(json) }))
    } catch (error) {
      toast(error)
    } finally {
      setBusy(false)
    }
  }
  async function run(json: string) {
    setBusy(true)
    try {
      const answer = await send(importSiteTexts, { body: bodyOf(json) })
      toast(answer)
      if (answer.status === 1) {
        onImported()
        onClose()
      } else if (answer.data) setCheck(answer.data)
    } catch (error) {
      toast(error)
    } finally {
      setBusy(false)
    }
  }
  const isReady = check !== undefined && check.problem_count === 0 && check.changed > 0
  return (
    <Dialog
      title={t('texts_import_title', { language: language.name })}
      onClose={onClose}
      footer={
        <>
          {check && check.problem_count === 0 && check.changed === 0 ? (
            <FooterNote>{t('texts_file_same_all')}</FooterNote>
          ) : null}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="filled"
            loading={busy}
            disabled={!isReady}
            onClick={() => (file ? void run(file.json) : undefined)}
          >
            {isReady ? t('texts_import_count', { count: check.changed }) : t('texts_import')}
          </Button>
        </>
      }
    >
      <p className={classes.hint}>{t('texts_import_hint')}</p>
      <FileField name={file?.name} onChoose={(chosen) => void choose(chosen)} />
      {isTooLarge ? <FieldError>{t('texts_file_too_large')}</FieldError> : null}
      <div aria-live="polite">
        {check ? check.problem_count > 0 ? <Problems check={check} /> : <Counts check={check} /> : null}
      </div>
    </Dialog>
  )
}

function FileField({ name, onChoose }: { name: string | undefined; onChoose: (file: File | undefined) => void }) {
  const t = useTexts()
  const [over, setOver] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the field in it does the same by keyboard
    <label
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onChoose(event.dataTransfer.files[0])
      }}
    >
      <IconFileTypeJs size={24} stroke={1.75} aria-hidden />
      <span>{name ? <bdi>{name}</bdi> : t('texts_file')}</span>
      <input
        className="visually-hidden"
        type="file"
        accept="application/json,.json"
        aria-label={t('texts_file')}
        data-autofocus
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0])
          // Allows the same file to be chosen again after it has been corrected.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

function Counts({ check }: { check: TextFileCheck }) {
  const t = useTexts()
  const { number } = useFormat()
  return (
    <dl className={classes.counts}>
      <dt>{t('texts_file_changes')}</dt>
      <dd>{number(check.changed)}</dd>
      {check.restored > 0 ? (
        <>
          <dt>{t('texts_file_restored')}</dt>
          <dd>{number(check.restored)}</dd>
        </>
      ) : null}
      <dt>{t('texts_file_same')}</dt>
      <dd>{number(check.same)}</dd>
    </dl>
  )
}

function Problems({ check: { problems, problem_count } }: { check: TextFileCheck }) {
  const t = useTexts()
  const { number } = useFormat()
  const rest = problem_count - problems.length
  return (
    <>
      <p className={classes.refused}>
        <FieldError>{t('texts_file_problems', { count: problem_count })}</FieldError>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people without a mouse scroll it */}
      <div className={classes.lines} tabIndex={0} role="region" aria-label={t('texts_file_problem')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('texts_file_line')}</th>
              <th scope="col">{t('text_key')}</th>
              <th scope="col">{t('texts_file_problem')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => (
              <ProblemLine key={`${problem.line} ${problem.message_key} ${problem.problem.kind}`} problem={problem} />
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 ? <p className={classes.hint}>{t('texts_file_more', { number: number(rest) })}</p> : null}
    </>
  )
}

function ProblemLine({ problem }: { problem: TextFileProblem }) {
  const t = useTexts()
  const { number } = useFormat()
  return (
    <tr>
      <td>{number(problem.line)}</td>
      <td>
        <code dir="ltr">{problem.message_key}</code>
      </td>
      <td>{fileProblemSentence(t, problem)}</td>
    </tr>
  )
}
