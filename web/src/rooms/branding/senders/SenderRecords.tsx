import type { DomainRecord, SenderDomain } from '@cutaway/contract/rooms/branding/domains.ts'
import { IconDownload, IconMailForward } from '@tabler/icons-react'
import { saveFile } from '../../../core/files/download.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import { CopyRecord } from './CopyRecord.tsx'
import { mailOf, wanted, zoneFile } from './records-text.ts'
import { SeenByCustomers } from './SeenByCustomers.tsx'
import classes from './SenderDomains.module.css'

/** Lists the DNS records of a domain, and hands those that are missing to the people who can publish them. */
export function SenderRecords({
  one: { domain, from, records },
  siteAddress,
}: {
  one: Pick<SenderDomain, 'domain' | 'from' | 'records'>
  siteAddress: string
}) {
  const t = useTexts()
  const missing = wanted(records)
  return (
    <>
      <div className={`${classes.record} ${classes.columns}`} aria-hidden>
        {(['sender_record_type', 'sender_record_name', 'sender_record_value', 'status'] as const).map((column) => (
          <span key={column}>{t(column)}</span>
        ))}
      </div>
      <ul className={classes.records} aria-label={t('sender_records', { domain: isolated(domain) })}>
        {records.map((record) => (
          <RecordRow key={record.name} record={record} />
        ))}
      </ul>
      {from === 'site' ? <SeenByCustomers domain={domain} siteAddress={siteAddress} /> : null}
      {missing.length > 0 ? (
        <div className={classes.handOver}>
          <Button
            component="a"
            href={mailOf(t('sender_it_subject', { domain }), t('sender_it_text', { domain }), missing)}
            leftSection={<IconMailForward size={16} stroke={1.75} aria-hidden />}
          >
            {t('sender_it_contact')}
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => saveFile(`${domain}.zone.txt`, new Blob([zoneFile(missing)], { type: 'text/plain' }))}
          >
            {t('sender_zone_file')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

const kinds = {
  good: 'green',
  missing: 'red',
  different: 'red',
  not_needed: 'plain',
} as const satisfies Record<string, TagKind>

function RecordRow({ record: { kind, name, value, found, state, keep_until } }: { record: DomainRecord }) {
  const t = useTexts()
  const { seen } = useFormat()
  const label = kind.toUpperCase()
  return (
    <li className={classes.record}>
      <strong className={classes.kind} dir="ltr">
        {label}
      </strong>
      <div className={classes.words}>
        <CopyRecord text={name} label={t('record_copy_name', { kind: label })} />
        {keep_until ? <p className={classes.text}>{t('sender_record_keep', { time: seen(keep_until) })}</p> : null}
      </div>
      <div className={classes.words}>
        {value ? (
          <>
            <p className={classes.text}>{t('sender_record_publish')}</p>
            <CopyRecord text={value} label={t('record_copy_value', { kind: label })} />
          </>
        ) : null}
        {found ? (
          <>
            <p className={classes.text}>{t('sender_record_found')}</p>
            <code className={classes.value} dir="ltr">
              {found}
            </code>
          </>
        ) : null}
      </div>
      <span className={classes.state}>
        <Tag kind={kinds[state]}>{t(`sender_record_${state}`)}</Tag>
      </span>
    </li>
  )
}
