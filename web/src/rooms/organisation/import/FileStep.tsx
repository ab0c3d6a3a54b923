import type { Import } from '@cutaway/contract/administration/imports.ts'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { CallFailed } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import { useBusinesses } from '../useBusinesses.ts'
import { History } from './History.tsx'
import classes from './Import.module.css'
import type { ImportPageKind } from './kind.ts'

/** The row of the file that a refusal names, 0 if it names none. */
const rowOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'row' in data ? Number(data.row) : 0

const accepted = '.csv,.txt,.xlsx,text/csv'

/** The first step: choose a file, or download one to fill in. Past imports are below. */
export function FileStep({ kind, onRead }: { kind: ImportPageKind; onRead: (read: Import) => void }) {
  const t = useTexts()
  const businesses = useBusinesses()
  const [business, setBusiness] = useState('')
  const [over, setOver] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState({ key: '', row: '' })
  const format = useFormat()
  const chosen = business || String(businesses[0]?.id ?? '')
  const businessId = businesses.length > 1 ? Number(chosen) : undefined
  const read = async (file: File | undefined) => {
    if (!file || busy) return
    setBusy(true)
    setError({ key: '', row: '' })
    try {
      const answer = await kind.read(file, businessId)
      if (answer.status === 1 && answer.data) onRead(answer.data)
      else setError({ key: answer.message, row: format.number(rowOf(answer.data)) })
    } catch (failed) {
      setError({ key: failed instanceof CallFailed ? failed.key : 'server_error', row: '' })
    }
    setBusy(false)
  }
  return (
    <>
      <div className={classes.start}>
        <div>
          {businesses.length > 1 ? (
            <NativeSelect
              className={classes.business}
              label={t('import_business')}
              data={businesses.map(({ id, business_name }) => ({ value: String(id), label: business_name }))}
              value={chosen}
              onChange={(event) => setBusiness(event.currentTarget.value)}
            />
          ) : null}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the field in it does the same by keyboard */}
          <label
            className={classes.drop}
            data-over={over || undefined}
            data-busy={busy || undefined}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault()
              setOver(false)
              void read(event.dataTransfer.files[0])
            }}
          >
            <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
            <span className={classes.dropTitle}>{t(busy ? 'import_reading' : 'import_file_drop')}</span>
            <span className={classes.dropButton} aria-hidden>
              {t('import_file_choose')}
            </span>
            <input
              className="visually-hidden"
              type="file"
              accept={accepted}
              disabled={busy}
              aria-label={t('import_file_choose')}
              aria-describedby={error.key ? 'import-error' : 'import-limit'}
              aria-invalid={error.key !== ''}
              onChange={({ currentTarget }) => {
                void read(currentTarget.files?.[0])
                // Allows the same file to be chosen again after it was corrected.
                currentTarget.value = ''
              }}
            />
          </label>
          {error.key ? (
            <p id="import-error" className={classes.error} role="alert">
              {t(error.key, { row: error.row })}
            </p>
          ) : (
            <p id="import-limit" className={classes.hint}>
              {t('import_file_limit')}
            </p>
          )}
        </div>
        <div className={classes.downloads}>
          <Downloads title={t('import_template')} text={t('import_template_text')} urlOf={kind.templateUrl} />
          <Downloads
            title={t(`import_current_${kind.name}`)}
            text={t('import_current_text')}
            urlOf={(as) => kind.exportUrl(as, businessId)}
          />
        </div>
      </div>
      <History kind={kind} />
    </>
  )
}

function Downloads({ title, text, urlOf }: { title: string; text: string; urlOf: (format: 'csv' | 'xlsx') => string }) {
  const t = useTexts()
  return (
    <section className={classes.download}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={classes.downloadLinks}>
        {(['csv', 'xlsx'] as const).map((format) => {
          const name = t(format === 'csv' ? 'import_as_csv' : 'import_as_excel')
          return (
            <Button
              key={format}
              component="a"
              size="xs"
              href={urlOf(format)}
              download
              aria-label={t('import_download', { what: title, format: name })}
              leftSection={<IconDownload size={15} stroke={1.75} />}
            >
              {name}
            </Button>
          )
        })}
      </div>
    </section>
  )
}
