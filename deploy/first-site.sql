-- The first web site of a new database, and its first person. Copy this file, change the values, and run the copy with
-- psql as README.md beside it says. The person has no password yet: "Forgotten?" on the login page mails a link.
\set ON_ERROR_STOP 1

-- The number that DEFAULT_WEB_SITE_ID has.
\set site 31
\set host 'films.example.com'
\set name 'Example Motors'
\set company 'Example Motors Ltd'
-- One or two letters on the sign beside the name, and the colour from which all others are derived.
\set mark 'EM'
\set colour '#1f5fd6'
\set country 'us'
\set currency 'USD'
\set time_zone 'America/New_York'
\set driverside 'left'
-- Where the contact form is mailed to.
\set contact_email 'service@example.com'
\set contact_phone '+1 503 555 0142'
-- The super user.
\set username 'super'
\set user_email 'you@example.com'

begin;

-- Languages that a web site may have; demo/sites.ts lists the others that the product has texts in.
insert into languages (language_id, language_code, name, direction) values (50, 'en-US', 'English', 'ltr')
  on conflict do nothing;
insert into brands (brand_id, name, vehicle_kind) values (1, 'All cars', 'car')
  on conflict do nothing;

insert into web_sites (web_site_id, name, company, mark, brand_colour, brand_id, driverside, default_lang_id,
    country_code_iso, currency, time_zone, contact_email, contact_phone)
  values (:site, :'name', :'company', :'mark', :'colour', 1, :'driverside', 50,
    :'country', :'currency', :'time_zone', :'contact_email', :'contact_phone');
insert into web_site_hosts (web_site_id, host, is_primary) values (:site, :'host', true);
insert into web_site_languages (web_site_id, language_id, position) values (:site, 50, 0);
insert into web_site_brands (web_site_id, brand_id, position) values (:site, 1, 0);

insert into users (web_site_id, username, password_hash, email, user_access_id)
  values (:site, :'username', '', :'user_email', 1);

commit;
