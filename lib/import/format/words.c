#include "import/format/words.h"

#include <string.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/text.h"

const char *const column_names[COLUMN__MAX] = {
	[COLUMN_TITLE] = "title", [COLUMN_NOTES] = "notes",
	[COLUMN_LIST] = "list", [COLUMN_DONE] = "done",
	[COLUMN_COMPLETED] = "completed", [COLUMN_STARRED] = "starred",
	[COLUMN_PRIORITY] = "priority", [COLUMN_DUE] = "due",
	[COLUMN_DUE_TIME] = "dueTime", [COLUMN_REMINDER] = "reminder",
	[COLUMN_REMINDER_TIME] = "reminderTime",
	[COLUMN_REMINDER_ON] = "reminderOn",
	[COLUMN_REPEAT] = "repeat", [COLUMN_TAGS] = "tags",
	[COLUMN_STEPS] = "steps", [COLUMN_CREATED] = "created",
	[COLUMN_ID] = "id"
};

/* Heads by their keys (word_key()), each between spaces: of English, German,
 * Spanish, French, Italian, Dutch, Polish and Portuguese, a line for each.  A
 * key has no marks, but the stroke of "ł" is none. */
static const char *const heads[COLUMN__MAX] = {
	[COLUMN_TITLE] =
	    " title task taskname name subject summary content todo item "
	    " titel aufgabe betreff bezeichnung "
	    " titulo tarea nombre asunto "
	    " titre tache nom objet intitule "
	    " titolo attivita nome oggetto "
	    " taak naam onderwerp "
	    " tytuł zadanie nazwa temat "
	    " tarefa assunto ",
	[COLUMN_NOTES] =
	    " notes note description details comments comment body memo "
	    " notizen notiz beschreibung bemerkung bemerkungen kommentar "
	    " notas nota descripcion comentario comentarios "
	    " remarques commentaire commentaires "
	    " descrizione commento commenti "
	    " notities notitie beschrijving opmerking opmerkingen "
	    " notatki notatka opis uwagi komentarz "
	    " descricao observacoes ",
	[COLUMN_LIST] =
	    " list listname project folder "
	    " liste projekt ordner "
	    " lista proyecto carpeta "
	    " projet dossier "
	    " progetto cartella "
	    " lijst map "
	    " folder "
	    " projeto pasta ",
	[COLUMN_DONE] =
	    " done checked finished status state complete isdone "
	    " erledigt fertig abgeschlossen "
	    " hecho hecha terminado terminada completado completada estado "
	    " fait faite fini termine terminee acheve statut etat "
	    " fatto fatta completato completata completamento stato "
	    " gedaan klaar voltooid afgerond "
	    " zrobione gotowe ukonczone ukonczenia zakonczone zakonczono "
	    "wykonane stan "
	    " feito feita concluido concluida ",
	[COLUMN_COMPLETED] =
	    " completed completedat completedon completeddate completiondate "
	    "datecompleted finishedat "
	    " erledigtam abgeschlossenam "
	    " completadoel fechadefinalizacion fechadecompletado "
	    " terminele datedefin datedachevement "
	    " completatoil datadicompletamento "
	    " voltooidop "
	    " ukonczono datawykonania dataukonczenia "
	    " concluidoem datadeconclusao ",
	[COLUMN_STARRED] =
	    " starred star favorite favourite important flagged flag "
	    " stern markiert wichtig favorit "
	    " estrella destacada destacado importante favorito "
	    " favori important etoile suivi "
	    " preferito stella speciale "
	    " ster favoriet belangrijk "
	    " gwiazdka wazne ulubione "
	    " estrela ",
	[COLUMN_PRIORITY] =
	    " priority prio importance "
	    " prioritat wichtigkeit "
	    " prioridad importancia "
	    " priorite "
	    " priorita importanza "
	    " prioriteit urgentie "
	    " priorytet "
	    " prioridade ",
	[COLUMN_DUE] =
	    " due duedate dueon dueat deadline date "
	    " fallig falligam falligkeit falligkeitsdatum datum termin frist "
	    " vencimiento fechadevencimiento fechalimite fecha vence "
	    " echeance datedecheance datelimite "
	    " scadenza datadiscadenza data "
	    " vervaldatum einddatum "
	    " terminwykonania "
	    " vencimento prazo datadevencimento ",
	[COLUMN_DUE_TIME] =
	    " duetime time "
	    " uhrzeit zeit "
	    " hora "
	    " heure "
	    " ora orario "
	    " tijd "
	    " godzina czas "
	    " horario ",
	[COLUMN_REMINDER] =
	    " reminder remindat reminderat reminderdate remindon "
	    " erinnerung erinnerungam erinnerungsdatum "
	    " recordatorio fechadeaviso fechadelrecordatorio "
	    " rappel datedurappel datederappel "
	    " promemoria datapromemoria datadelpromemoria "
	    " herinnering herinneringsdatum datumherinnering "
	    " przypomnienie dataprzypomnienia "
	    " lembrete datadolembrete ",
	[COLUMN_REMINDER_TIME] =
	    " remindertime "
	    " erinnerungum erinnerungszeit "
	    " horadelrecordatorio horadeaviso "
	    " heuredurappel heurederappel "
	    " orapromemoria oradelpromemoria "
	    " herinneringstijd tijdherinnering "
	    " godzinaprzypomnienia "
	    " horadolembrete ",
	[COLUMN_REMINDER_ON] =
	    " reminderonoff "
	    " erinnerungeinaus "
	    " avisoactivadodesactivado recordatorioactivadodesactivado "
	    " rappelactivedesactive "
	    " promemoriaattivadisattiva promemoriaattivodisattivo "
	    "promemoriaattivatodisattivato "
	    " herinneringaanuit "
	    " przypomnieniewłwył "
	    " lembreteativadodesativado ",
	[COLUMN_REPEAT] =
	    " repeat repeats recurrence recurring rrule "
	    " wiederholung wiederholen "
	    " repeticion repetir "
	    " repetition "
	    " ripetizione ricorrenza "
	    " herhaling herhalen "
	    " powtarzanie powtarzaj "
	    " repeticao recorrencia ",
	[COLUMN_TAGS] =
	    " tags tag labels label categories category context contexts "
	    " schlagworter schlagworte etiketten kategorien kategorie "
	    " etiquetas categorias categoria "
	    " etiquettes categorie motscles "
	    " etichette "
	    " trefwoorden "
	    " etykiety tagi kategorie kategoria "
	    " marcadores ",
	[COLUMN_STEPS] =
	    " steps subtasks subtask checklist "
	    " schritte unteraufgaben teilaufgaben checkliste "
	    " pasos subtareas "
	    " etapes soustaches "
	    " passaggi sottoattivita "
	    " stappen subtaken deeltaken "
	    " kroki podzadania "
	    " etapas passos subtarefas ",
	[COLUMN_CREATED] =
	    " created createdat createdon createddate creationdate datecreated "
	    " erstellt erstelltam erstellungsdatum angelegt "
	    " creado creadoel fechadecreacion "
	    " creele datedecreation "
	    " creato creatoil datadicreazione "
	    " aangemaakt gemaakt gemaaktop "
	    " utworzono datautworzenia "
	    " criado criadoem datadecriacao ",
	[COLUMN_ID] = " id uid uuid taskid "
};

static const char yes[] =
    " yes y true t x done completed complete finished checked closed "
    " ✓ ✔ ☑ ★ ⭐ "
    " on ein an activado activada active activee attivato attivata aan "
    " wł właczone ativado ativada "
    " ja j wahr erledigt fertig abgeschlossen "
    " si verdadero hecho hecha completado completada terminado terminada "
    " oui o vrai fait faite fini termine terminee "
    " vero fatto fatta completato completata "
    " waar gedaan klaar voltooid "
    " tak prawda zrobione gotowe ukonczone wykonane zakonczone "
    " sim verdadeiro feito feita concluido concluida ";
static const char no[] =
    "  no n false f open todo new pending notstarted needsaction incomplete "
    " off aus desactivado desactivada desactive desactivee disattivato "
    " disattivata uit wył wyłaczone desativado desativada "
    " nein falsch offen nichtbegonnen "
    " falso pendiente abierto abierta nocomenzada "
    " non faux ouvert ouverte afaire noncommencee "
    " aperto aperta dainiziare noniniziata "
    " nee onwaar nietgestart "
    " nie fałsz otwarte nierozpoczete "
    " nao pendente aberto aberta naoiniciada ";
static const char high[] =
    " 1 a h p1 high highest urgent important critical top "
    " hoch hochste dringend wichtig "
    " alta alto urgente importante "
    " haute eleve elevee urgent "
    " alta urgente "
    " hoog hoogste dringend "
    " wysoki wysoka wysokie pilne ";

static const char ordinary[] =
    " 0 none no normal default "
    " keine "
    " ninguna "
    " normale aucune "
    " nessuna "
    " normaal geen "
    " normalny normalna brak "
    " nenhuma ";

static const struct {
	const char	*words;
	const char	*rule;
} repeats[] = {
	{ " daily everyday taglich jedentag diario diariamente diaria cadadia "
	    "quotidien chaquejour tousles jours giornaliero ognigiorno "
	    "dagelijks codziennie diario todososdias ", "FREQ=DAILY" },
	{ " weekly everyweek wochentlich jedewoche semanal semanalmente cadasemana "
	    "hebdomadaire chaquesemaine settimanale ognisettimana wekelijks "
	    "cotygodniowo cotydzien ", "FREQ=WEEKLY" },
	{ " weekdays everyweekday werktags werktaglich dialaborables "
	    "joursouvrables giorniferiali werkdagen dnirobocze diasuteis ",
	    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" },
	{ " monthly everymonth monatlich jedenmonat mensual mensualmente cadames "
	    "mensuel chaquemois mensile ognimese maandelijks comiesiac "
	    "comiesiecznie mensal mensalmente ", "FREQ=MONTHLY" },
	{ " yearly annually everyyear jahrlich jedesjahr anual anualmente cadaano "
	    "annuel chaqueannee annuale ognianno jaarlijks corocznie corok ",
	    "FREQ=YEARLY" }
};

/* The letters and digits of a text, folded, without accents: for comparing. */
static const char *
word_key(struct arena *a, const char *text)
{
	const char *from = text_search_key(a, text);
	char *key = arena_raw(a, strlen(from) + 1), *to = key;
	utf8proc_int32_t c;
	utf8proc_ssize_t n;

	for (; *from != '\0'; from += n) {
		n = utf8proc_iterate((const utf8proc_uint8_t *)from, -1, &c);
		if (n < 1)
			break;
		if (c < 0x80 && strchr("abcdefghijklmnopqrstuvwxyz0123456789",
		    c) == NULL)
			continue;
		memcpy(to, from, (size_t)n);
		to += n;
	}
	*to = '\0';
	return key;
}

static bool
word_is(struct arena *a, const char *all, const char *key)
{
	return strstr(all, arena_printf(a, " %s ", key)) != NULL;
}

enum column
word_column(struct arena *a, const char *head)
{
	const char *key = word_key(a, head);
	int i;

	for (i = 0; i < COLUMN__MAX; i++)
		if (key[0] != '\0' && word_is(a, heads[i], key))
			break;
	return (enum column)i;
}

/* A share of what there is to do, such as 1, 0.500, 100 or 100 %: all of it is
 * yes, nothing is no. */
static enum answer
share_answer(const char *text)
{
	size_t digits = strspn(text, "0123456789");
	const char *end = text + digits;
	bool is_percent;

	if (*end == '.' || *end == ',')
		end += 1 + strspn(end + 1, "0");
	end += strspn(end, " ");
	is_percent = *end == '%';
	if (digits == 0 || end[is_percent] != '\0')
		return ANSWER_UNKNOWN;
	if (strspn(text, "0") >= digits)
		return ANSWER_NO;
	return strncmp(text, "100", digits) == 0 && (digits == 3 ||
	    (digits == 1 && !is_percent)) ? ANSWER_YES : ANSWER_UNKNOWN;
}

enum answer
word_answer(struct arena *a, const char *text)
{
	const char *key = word_key(a, text);

	if (text[0] == '\0')
		return ANSWER_NO;
	if (key[0] == '\0' || strspn(text, "0123456789.,% ") == strlen(text))
		return share_answer(text);
	return word_is(a, yes, key) ? ANSWER_YES : word_is(a, no, key) ?
	    ANSWER_NO : ANSWER_UNKNOWN;
}

bool
word_is_high(struct arena *a, const char *text)
{
	const char *key = word_key(a, text);

	return key[0] != '\0' && word_is(a, high, key);
}

bool
word_is_ordinary(struct arena *a, const char *text)
{
	const char *key = word_key(a, text);

	return text[0] == '\0' || (key[0] != '\0' &&
	    word_is(a, ordinary, key));
}

const char *
word_repeat(struct arena *a, const char *text)
{
	const char *key = word_key(a, text);
	size_t i;

	for (i = 0; i < sizeof(repeats) / sizeof(repeats[0]); i++)
		if (key[0] != '\0' && word_is(a, repeats[i].words, key))
			return repeats[i].rule;
	return NULL;
}
