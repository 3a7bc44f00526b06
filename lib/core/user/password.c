#include "core/user/password.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"

#define PASSES		2
#define MEMORY		(19 * 1024 * 1024)
#define FURTHER		(2 * 1024 * 1024)	/* for all but the hash */
#define SLOTS		4

/* Published lists agree on these; shorter ones are refused by their length. */
static const char *const common[] = {
	"00000000", "0123456789", "11111111", "111111111", "1111111111",
	"112233445566", "12121212", "123123123", "12341234", "1234567890",
	"1234567891", "12345678", "123456789", "1234qwer", "147258369",
	"19841984", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "20202020",
	"22222222", "55555555", "66666666", "77777777", "87654321",
	"88888888", "987654321", "9876543210", "99999999", "a1234567",
	"a12345678", "a123456789", "aa123456", "aa12345678", "aaaaaaaa",
	"abc12345", "abcd1234", "abcd12345", "abcdefgh", "abcdefghi",
	"access14", "administrator", "admin123", "admin1234", "alexander",
	"anthony1", "asdasdasd", "asdf1234", "asdfasdf", "asdfghjk",
	"asdfghjkl", "azertyuiop", "babygirl", "babygirl1", "baseball",
	"baseball1", "basketball", "baseball12", "beautiful", "blink182",
	"bismillah", "butterfly", "changeme", "changeme1", "chocolate",
	"christian", "christmas", "computer", "consumer", "corvette",
	"danielle", "december", "dragon12", "dragonball", "drowssap",
	"einstein", "elephant", "elizabeth", "estrella", "facebook",
	"facebook1", "fernando", "football", "football1", "forever1",
	"fortnite", "franklin", "fuckyou1", "fuckyou2", "garfield",
	"gateway1", "godzilla", "greenday", "hahahaha", "hannah01",
	"hello123", "hello1234", "hellokitty", "helloworld", "hottie101",
	"iloveyou", "iloveyou1", "iloveyou2", "internet", "iloveu12",
	"jennifer", "jordan23", "jonathan", "justinbieber", "lacrosse",
	"leonardo", "letmein1", "letmein12", "letmein123", "liverpool",
	"liverpool1", "logitech", "lovelove", "loveyou1", "manchester",
	"marlboro", "maverick", "mercedes", "metallica", "michael1",
	"michelle", "midnight", "minecraft", "mohammed", "monkey12",
	"monkey123", "mountain", "mustang1", "mypassword", "myspace1",
	"nicholas", "nintendo", "november", "olivia01", "p@ssw0rd",
	"pa55word", "passport", "passw0rd", "password", "password!",
	"password0", "password01", "password1", "password1!", "password10",
	"password11", "password12", "password123", "password1234",
	"password2", "password3", "passwort", "patricia", "pepper12",
	"pokemon1", "portugal", "precious", "princess", "princess1",
	"q1w2e3r4", "q1w2e3r4t5", "qazwsx12", "qazwsxedc", "qweasdzxc",
	"qwer1234", "qwerasdf", "qwerqwer", "qwert123", "qwerty12",
	"qwerty123", "qwerty1234", "qwerty12345", "qwertyui", "qwertyuiop",
	"realmadrid", "rainbow1", "remember", "rockstar", "rockyou1",
	"samantha", "samsung1", "scarface", "scorpion", "secret123",
	"sebastian", "september", "slipknot", "snowball", "spiderman",
	"starwars", "steelers", "stephanie", "summer12", "sunshine",
	"sunshine1", "superman", "superman1", "superstar", "swordfish",
	"test1234", "testtest", "thailand", "thunder1", "tinkerbell",
	"tottenham", "trustno1", "undertaker", "valentina", "vanessa1",
	"veronica", "victoria", "volleyball", "warcraft", "welcome1",
	"welcome12", "welcome123", "whatever", "william1", "wrestling",
	"xxxxxxxx", "yamaha12", "zaq12wsx", "zaqxswcde", "zxcvbnm1",
	"zxcvbnm123",
};

bool
password_common(const char *password)
{
	size_t i;

	for (i = 0; i < COUNT(common); i++)
		if (strcasecmp(common[i], password) == 0)
			return true;
	return false;
}

/*
 * One byte of a file is one slot; closing the descriptor releases it.
 * libsodium detects the processor only here, before hashing: that costs a CGI
 * program more than all its other hashes.
 */
static int
take_slot(const char *dir)
{
	struct flock lock = { .l_type = F_WRLCK, .l_len = 1 };
	char path[4096];
	int fd;

	if (sodium_init() == -1)
		fatal(FATAL_INTERNAL, "libsodium cannot be initialized");
	snprintf(path, sizeof(path), "%s/docket.slots", dir);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		fatal(FATAL_NOT_READY, "%s: %s", path, strerror(errno));
	for (lock.l_start = 0; lock.l_start < SLOTS; lock.l_start++)
		if (fcntl(fd, F_OFD_SETLK, &lock) == 0)
			return fd;
	lock.l_start = getpid() % SLOTS;
	while (fcntl(fd, F_OFD_SETLKW, &lock) == -1)
		if (errno != EINTR)
			fatal(FATAL_INTERNAL, "%s: %s", path, strerror(errno));
	return fd;
}

void
password_require_memory(void)
{
	memory_require(MEMORY + FURTHER);
}

const char *
password_hash(struct arena *a, const char *dir, const char *password)
{
	char *hash = arena_alloc(a, crypto_pwhash_STRBYTES);
	int slot = take_slot(dir);

	if (crypto_pwhash_str_alg(hash, password, strlen(password), PASSES,
	    MEMORY, crypto_pwhash_ALG_ARGON2ID13) != 0)
		fatal(FATAL_INTERNAL, "out of memory: cannot hash a password");
	close(slot);
	return hash;
}

bool
password_right(const char *dir, const char *hash, const char *password)
{
	/* The hash of no password: an unknown account costs the same. */
	static const char nobody[] = "$argon2id$v=19$m=19456,t=2,p=1$"
	    "MDEyMzQ1Njc4OWFiY2RlZg$"
	    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
	int slot = take_slot(dir);
	bool right;

	errno = 0;
	right = crypto_pwhash_str_verify(hash == NULL ? nobody : hash,
	    password, strlen(password)) == 0;
	if (!right && errno == ENOMEM)
		fatal(FATAL_INTERNAL, "out of memory: cannot check a password");
	close(slot);
	return right && hash != NULL;
}
