import type { Import } from '@cutaway/contract/administration/imports.ts'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import classes from './Import.module.css'
import type { ImportPageKind } from './kind.ts'

const delimiters: Readonly<Record<string, string>> = {
  ',': 'import_delimiter_comma',
  ';': 'import_delimiter_semicolon',
  '\t': 'import_delimiter_tab',
  '|': 'import_delimiter_bar',
}

/** The second step: what each column of the file is. */
export function ColumnsStep({
  kind,
  of,
  onCheck,
  onBack,
}: {
  kind: ImportPageKind
  of: Import
  onCheck: (fields: (string | null)[]) => Promise<boolean>
  onBack: () => void
}) {
  const t = useTexts()
  const [fields, setFields] = useState(() => of.columns.map(({ field }) => field))
  const [busy, setBusy] = useState(false)
  const missing = kind.fields.find(({ required, name }) => required && !fields.includes(name))
  // A field belongs to one column: the column that had it before is not imported.
  const choose = (at: number, field: string | null) =>
    setFields((before) => before.map((old, i) => (i === at ? field : old === field ? null : old)))
  const check = async () => {
    setBusy(true)
    await onCheck(fields)
    setBusy(false)
  }
  const rows = t('import_rows', { count: of.rows })
  const name = isolated(of.file_name)
  return (
    <>
      <p className={classes.line}>
        {of.encoding === null
          ? t('import_read_excel', { name, rows, sheet: isolated(of.sheet ?? '') })
          : t('import_read_csv', {
              name,
              rows,
              encoding: isolated(of.encoding),
              delimiter: t(delimiters[of.delimiter ?? ','] ?? 'import_delimiter_comma'),
            })}{' '}
        {of.other_sheets > 0 ? t('import_other_sheets') : null}
      </p>
      {of.failure ? (
        <p className={classes.error} role="alert">
          {t(of.failure)}
        </p>
      ) : null}
      {of.encoding === 'Windows-1252' ? (
        <p className={classes.warning} role="note">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          {t('import_old_encoding')}
        </p>
      ) : null}
      <section className={classes.card}>
        <p className={classes.cardText}>
          {t('import_columns_text')} {t('import_clear_text', { word: isolated(t('import_clear_word')) })}
        </p>
        <table className={classes.columns}>
          <thead>
            <tr>
              <th scope="col">{t('import_column_of_file')}</th>
              <th scope="col">{t('import_column_values')}</th>
              <th scope="col">{t('import_column_field')}</th>
            </tr>
          </thead>
          <tbody>
            {of.columns.map(({ header, samples }, at) => {
              const label = header || t('import_column_nameless', { number: at + 1 })
              return (
                // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same header
                <tr key={at} data-skipped={fields[at] === null || undefined}>
                  <th scope="row">
                    <bdi>{label}</bdi>
                  </th>
                  <td>
                    <bdi className={classes.samples}>{samples.join(' · ')}</bdi>
                  </td>
                  <td>
                    <NativeSelect
                      aria-label={t('import_column_field_of', { name: label })}
                      value={fields[at] ?? ''}
                      data={[
                        { value: '', label: t('import_column_skip') },
                        ...kind.fields.map((field) => ({ value: field.name, label: t(field.label) })),
                      ]}
                      onChange={(event) => choose(at, event.currentTarget.value || null)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      <div className={classes.footer}>
        <Button leftSection={<IconArrowLeft className="flip" size={16} stroke={1.75} />} onClick={onBack}>
          {t('import_step_file')}
        </Button>
        {missing ? (
          <p className={classes.reason} id="import-missing">
            {t('import_columns_missing')} <b>{t(missing.label)}</b>
          </p>
        ) : null}
        <Button
          variant="filled"
          loading={busy}
          disabled={missing !== undefined}
          aria-describedby={missing ? 'import-missing' : undefined}
          onClick={() => void check()}
        >
          {t('import_check', { count: of.rows })}
        </Button>
      </div>
    </>
  )
}
